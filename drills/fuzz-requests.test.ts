import { expect, test } from 'vitest'
import { growthOf } from './fuzz.ts'
import { callsIn, fuzzRequest } from './fuzz-requests.ts'

const body = {
  type: 'object',
  required: ['msisdn'],
  properties: { msisdn: { type: 'string', pattern: '^[89][0-9]{7}$' }, amount: { type: 'integer', minimum: 1 } },
}
const CALLS = callsIn({
  paths: {
    '/a': { post: { requestBody: { content: { 'application/json': { schema: body } } } } },
    '/b': { get: { parameters: [{ name: 'tid', in: 'query', schema: { type: 'string' } }] } },
  },
})
const requests = Array.from({ length: 2_000 }, (_, seed) => fuzzRequest(seed, CALLS, 'http://localhost:1'))

test('the same seed makes the same request', () => {
  expect(requests.map((_, seed) => fuzzRequest(seed, CALLS, 'http://localhost:1'))).toEqual(requests)
})

test('both good and spoilt requests are made, to calls and to pages', () => {
  const toCall = requests.filter(({ path }) => path === '/a')
  expect(toCall.some(({ body }) => body !== undefined && /^\{"msisdn":"90000001"(,"amount":\d+)?\}$/.test(body))).toBe(true)
  expect(toCall.some(({ body }) => body?.includes('__proto__'))).toBe(true)
  expect(toCall.some(({ body }) => body?.includes('\\u0000'))).toBe(true)
  expect(requests.some(({ path }) => path.startsWith('/b?tid='))).toBe(true)
  expect(requests.some(({ path }) => path.startsWith('/prepaid-recharge'))).toBe(true)
  expect(new Set(requests.map(({ method }) => method)).size).toBeGreaterThan(4)
})

test('every path can be sent', () => {
  expect(requests.filter(({ path }) => /[^\x21-\x7e]/.test(path))).toEqual([])
})

test('a heap that breathes has not grown, one whose low points rise has', () => {
  const breathing = Array.from({ length: 60 }, (_, look) => 100 + (look % 7) * 20)
  expect(growthOf(breathing)).toBe(0)
  expect(growthOf(breathing.map((size, look) => size + look * 5))).toBeGreaterThan(60)
})
