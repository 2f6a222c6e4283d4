import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCallbackPaths } from './callback-paths.ts'

const SECRET = 'a'.repeat(40)
const REF = 'ABCDEFGH2345'
const open = (secret = SECRET, secretBefore: string | null = null) =>
  createCallbackPaths({ publicOrigin: 'https://guichet.test', secret, secretBefore })
const attempt = { connector: 'cellulant', ref: REF } as const
const marksOf = (paths = open()) => {
  const urls = paths.urlsFor(attempt)
  return { return: new URL(urls.return).searchParams.get('mark') ?? '', webhook: urls.notify.split('/').at(-1) ?? '' }
}

test('abuse 89 the return address and the webhook address carry different marks, and the first is not valid for the second', () => {
  const marks = marksOf()
  expect(marks.return).not.toBe(marks.webhook)
  expect(open().isWebhook('cellulant', REF, marks.return)).toBe(false)
  expect(open().isWebhook('cellulant', REF, marks.webhook)).toBe(true)
  expect(open().isReturn('cellulant', REF, marks.return)).toBe(true)
  expect(open().isReturn('cellulant', REF, 'A'.repeat(22))).toBe(false)
  expect(open().isWebhook('dpo', REF, marks.webhook)).toBe(false)
  expect(open().isWebhook('cellulant', 'ABCDEFGH2346', marks.webhook)).toBe(false)
})

test('F43 abuse 89 the webhook mark is the one that previous versions made and read; their return addresses still work', () => {
  const before = createHmac('sha256', SECRET).update(`callback|cellulant|${REF}`).digest().subarray(0, 16).toString('base64url')
  expect(marksOf().webhook).toBe(before)
  expect(open().isReturn('cellulant', REF, before)).toBe(true)
})

test('abuse 89 marks made with the previous secret stay valid for as long as it is configured', () => {
  const marks = marksOf()
  const renewed = open('b'.repeat(40), SECRET)
  expect([renewed.isReturn('cellulant', REF, marks.return), renewed.isWebhook('cellulant', REF, marks.webhook)]).toEqual([true, true])
  expect(renewed.isWebhook('cellulant', REF, marks.return)).toBe(false)
  expect(open('b'.repeat(40)).isWebhook('cellulant', REF, marks.webhook)).toBe(false)
  expect(marksOf(renewed)).not.toEqual(marks)
})
