import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf, CALL_ADDRESSES, type CallName } from './addresses.ts'

const NAMES = Object.keys(CALL_ADDRESSES) as CallName[]

test('API-1 no two calls share a method and an address', () => {
  const addresses = NAMES.map((name) => Object.values(addressOf(name)).join(' '))
  expect(new Set(addresses).size).toBe(NAMES.length)
})

test('API-1 an address below the prefix and a whole one are told apart', () => {
  expect(addressOf('validateNumber')).toMatchObject({ method: 'POST', url: '/orp/bfe/api/portal-service/subscriber/validate' })
  expect(addressOf('readDraft')).toMatchObject({ method: 'GET', url: '/orp/bfe/api/portal-service/visit/v1/draft' })
  expect(addressOf('verifyUser').url).toBe('/auth/bfe/api/portal-service/otp/v1/verify-user')
})

test('every call that a contract declares takes its address from the table', () => {
  const declared = globSync('src/features/*/contract.ts').flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    expect(source, path).not.toMatch(/API_PREFIX|\bmethod: '/)
    return [...source.matchAll(/(?:addressOf\(|= call\(\s*)'(\w+)'/g)].map(([, name = '']) => name)
  })
  expect(declared.toSorted()).toEqual(NAMES.toSorted())
})
