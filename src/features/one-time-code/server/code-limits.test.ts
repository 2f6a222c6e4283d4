import { expect, test } from 'vitest'
import { judgeSend, type CodeAsker } from './code-limits.ts'
import type { RecentSend } from './one-time-code.store.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const OWN = Buffer.alloc(32, 1)
const ASKER: CodeAsker = { challengeId: 'c', visitId: OWN, isStranger: false, address: 'here' }
const STRANGER: CodeAsker = { ...ASKER, isStranger: true, visitId: Buffer.alloc(32, 9) }

/** Sends of the asking visit, so many minutes ago. */
const minutesAgo = (...minutes: number[]) => minutes.map((ago) => aSend(ago))
const aSend = (ago: number, other: Partial<RecentSend> = {}): RecentSend => ({
  challengeId: 'c',
  visitId: OWN,
  isUsed: false,
  isTaken: true,
  isByStranger: false,
  address: 'here',
  sentAt: new Date(NOW.getTime() - ago * 60_000),
  ...other,
})
const ofOthers = (count: number, other: Partial<RecentSend> = {}) =>
  Array.from({ length: count }, (_, each) =>
    aSend(1 + each / 10, { visitId: Buffer.alloc(32, 20 + each), challengeId: `o${each}`, ...other }),
  )

test('OTP-1 sixty seconds lie between two sends', () => {
  expect(judgeSend(minutesAgo(0.5), ASKER, NOW)).toEqual({ kind: 'too-soon', seconds: 30, isSame: true, isTaken: true })
  expect(judgeSend(minutesAgo(1), ASKER, NOW)).toEqual({ kind: 'allowed' })
})

test('OTP-2 at most three sends in ten minutes', () => {
  expect(judgeSend(minutesAgo(2, 5, 10), ASKER, NOW).kind).toBe('allowed')
  expect(judgeSend(minutesAgo(2, 5, 9.9), ASKER, NOW).kind).toBe('limit-reached')
})

test('OTP-2 at most twenty sends a day', () => {
  const hours = Array.from({ length: 20 }, (_, index) => 60 * (index + 1))
  expect(judgeSend(minutesAgo(...hours), ASKER, NOW).kind).toBe('limit-reached')
  expect(judgeSend(minutesAgo(...hours.slice(1)), ASKER, NOW).kind).toBe('allowed')
})

test('OTP-3 another purpose or a used code is no resend, and an office that pays ten bills in an hour is not stopped', () => {
  expect(judgeSend([aSend(0.2, { challengeId: 'other' })], ASKER, NOW).kind).toBe('allowed')
  expect(judgeSend([aSend(0.2, { isUsed: true })], ASKER, NOW).kind).toBe('allowed')
  const bills = Array.from({ length: 10 }, (_, each) => aSend(each + 0.5, { isUsed: true }))
  expect(judgeSend(bills, ASKER, NOW).kind).toBe('allowed')
})

test('OTP-3 a limit names the moment from which there is room again', () => {
  expect(judgeSend(minutesAgo(2, 5, 9), ASKER, NOW)).toEqual({ kind: 'limit-reached', seconds: 60 })
  expect(judgeSend(minutesAgo(2, 5, 9, 9.5), ASKER, NOW)).toEqual({ kind: 'limit-reached', seconds: 60 })
  const everyHour = Array.from({ length: 20 }, (_, index) => 60 * (index + 1))
  expect(judgeSend(minutesAgo(...everyHour), ASKER, NOW)).toEqual({ kind: 'limit-reached', seconds: 4 * 3600 })
  expect(judgeSend(ofOthers(9, { address: 'there' }), ASKER, NOW)).toEqual({ kind: 'limit-reached', seconds: 492 })
})

test('OTP-4 nobody waits for an SMS that the centre did not say it had, and a number is still protected from too many', () => {
  const unconfirmed = (count: number) => Array.from({ length: count }, (_, each) => aSend(0.1 + each / 10, { isTaken: false }))
  expect(judgeSend(unconfirmed(5), ASKER, NOW).kind).toBe('allowed')
  expect(judgeSend(unconfirmed(6), ASKER, NOW).kind).toBe('limit-reached')
  expect(judgeSend([aSend(0.5, { isTaken: null })], ASKER, NOW)).toMatchObject({ kind: 'too-soon', isTaken: false })
})

test('abuse 80 what strangers asked for a number does not keep a known visit from its code', () => {
  expect(judgeSend(ofOthers(3, { isByStranger: true }), ASKER, NOW).kind).toBe('allowed')
  expect(judgeSend(ofOthers(3, { isByStranger: true }), STRANGER, NOW).kind).toBe('limit-reached')
  expect(judgeSend(ofOthers(3, { isByStranger: true, address: 'there' }), STRANGER, NOW).kind).toBe('allowed')
})

test('abuse 80 one address never has all the codes of a number', () => {
  const fromThere = ofOthers(6, { address: 'there' })
  expect(judgeSend(fromThere, { ...ASKER, address: 'there' }, NOW).kind).toBe('limit-reached')
  expect(judgeSend(fromThere, ASKER, NOW).kind).toBe('allowed')
})

test('abuse 80 nobody is sent SMS all day, and who proved the number goes on all the same', () => {
  const many = ofOthers(9, { address: 'there' })
  expect(judgeSend(many, ASKER, NOW).kind).toBe('limit-reached')
  expect(judgeSend([...many, aSend(30, { isUsed: true })], ASKER, NOW).kind).toBe('allowed')
})

test('a clock that was put back gives no further sends, and no wait beyond a minute is shown', () => {
  expect(judgeSend(minutesAgo(-60), ASKER, NOW)).toEqual({ kind: 'too-soon', seconds: 60, isSame: true, isTaken: true })
})
