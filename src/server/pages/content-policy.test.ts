import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'

const NOTHING_ELSEWHERE = { formTargets: [], frameTargets: [], assetBase: null, tileOrigin: null }
const policy = (more: Partial<Parameters<typeof contentPolicy>[1]> = {}, styles = 'p{}') =>
  contentPolicy(styles, { ...NOTHING_ELSEWHERE, ...more })

test('a page may load our own files and its own style, and no inline script', () => {
  expect(policy()).toContain("script-src 'self';")
  expect(policy()).toMatch(/style-src 'self' 'sha256-[A-Za-z0-9+/=]+';/)
  expect(policy()).not.toMatch(/unsafe|nonce/)
  expect(policy({}, 'p{color:red}')).not.toBe(policy())
})

test('GEN-6 built files may come from the configured place, also one with a path, and from nothing beside it', () => {
  const elsewhere = policy({ assetBase: 'https://cdn.example.ne/guichet' })
  expect(elsewhere).toContain("script-src 'self' https://cdn.example.ne/guichet/;")
  expect(elsewhere).toContain("connect-src 'self' https://cdn.example.ne/guichet/;")
})

test('the operator’s map tiles are allowed from their origin, and nothing else is', () => {
  expect(policy({ tileOrigin: 'https://tiles.example' })).toContain(
    "img-src 'self' data: https://tiles.example; connect-src 'self' https://tiles.example;",
  )
  expect(policy()).toContain("img-src 'self' data:; connect-src 'self';")
})

test('forms may be sent on to the pages of payment gateways, and only pages that need a frame have one', () => {
  expect(policy({ formTargets: ['https://pay.example'] })).toContain("form-action 'self' https://pay.example;")
  expect(policy({ frameTargets: ['https://pay.example'] })).toContain('frame-src https://pay.example;')
  expect(policy()).not.toContain('frame-src')
})
