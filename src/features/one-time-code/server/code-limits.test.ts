import { expect, test } from 'vitest'
import { judgeSend, type CodeCaller } from './code-limits.ts'
import type { RecentSend } from './one-time-code.store.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const OWN = Buffer.alloc(32, 1)
const CALLER: CodeCaller = { challengeId: 'c', visitId: OWN, isStranger: false, address: 'here' }
const STRANGER: CodeCaller = { ...CALLER, isStranger: true, visitId: Buffer.alloc(32, 9) }

/** Sends requested by the same visit, so many minutes ago. */
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

test('OTP-1 two sends are at least sixty seconds apart', () => {
  expect(judgeSend(minutesAgo(0.5), CALLER, NOW)).toEqual({ kind: 'too-soon', seconds: 30, isSame: true, isTaken: true })
  expect(judgeSend(minutesAgo(1), CALLER, NOW)).toEqual({ kind: 'allowed' })
})

test('OTP-2 at most three sends in ten minutes', () => {
  expect(judgeSend(minutesAgo(2, 5, 10), CALLER, NOW).kind).toBe('allowed')
  expect(judgeSend(minutesAgo(2, 5, 9.9), CALLER, NOW).kind).toBe('limit-reached')
})

test('OTP-2 at most twenty sends a day', () => {
  const hours = Array.from({ length: 20 }, (_, index) => 60 * (index + 1))
  expect(judgeSend(minutesAgo(...hours), CALLER, NOW).kind).toBe('limit-reached')
  expect(judgeSend(minutesAgo(...hours.slice(1)), CALLER, NOW).kind).toBe('allowed')
})

test('OTP-3 another purpose or a used code is no resend, and an office that pays ten bills in an hour is not limited', () => {
  expect(judgeSend([aSend(0.2, { challengeId: 'other' })], CALLER, NOW).kind).toBe('allowed')
  expect(judgeSend([aSend(0.2, { isUsed: true })], CALLER, NOW).kind).toBe('allowed')
  const bills = Array.from({ length: 10 }, (_, each) => aSend(each + 0.5, { isUsed: true }))
  expect(judgeSend(bills, CALLER, NOW).kind).toBe('allowed')
})

test('OTP-3 a limit states the time until the next code', () => {
  expect(judgeSend(minutesAgo(2, 5, 9), CALLER, NOW)).toEqual({ kind: 'limit-reached', seconds: 60 })
  expect(judgeSend(minutesAgo(2, 5, 9, 9.5), CALLER, NOW)).toEqual({ kind: 'limit-reached', seconds: 60 })
  const everyHour = Array.from({ length: 20 }, (_, index) => 60 * (index + 1))
  expect(judgeSend(minutesAgo(...everyHour), CALLER, NOW)).toEqual({ kind: 'limit-reached', seconds: 4 * 3600 })
  expect(judgeSend(ofOthers(9, { address: 'there' }), CALLER, NOW)).toEqual({ kind: 'limit-reached', seconds: 492 })
})

test('OTP-4 an unconfirmed SMS causes no wait time, but still counts towards the limit of its number', () => {
  const unconfirmed = (count: number) => Array.from({ length: count }, (_, each) => aSend(0.1 + each / 10, { isTaken: false }))
  expect(judgeSend(unconfirmed(5), CALLER, NOW).kind).toBe('allowed')
  expect(judgeSend(unconfirmed(6), CALLER, NOW).kind).toBe('limit-reached')
  expect(judgeSend([aSend(0.5, { isTaken: null })], CALLER, NOW)).toMatchObject({ kind: 'too-soon', isTaken: false })
})

test('abuse 80 requests without a visit for a number do not keep a visit from its code', () => {
  expect(judgeSend(ofOthers(3, { isByStranger: true }), CALLER, NOW).kind).toBe('allowed')
  expect(judgeSend(ofOthers(3, { isByStranger: true }), STRANGER, NOW).kind).toBe('limit-reached')
  expect(judgeSend(ofOthers(3, { isByStranger: true, address: 'there' }), STRANGER, NOW).kind).toBe('allowed')
})

test('abuse 80 one address cannot use up all codes of a number', () => {
  const fromThere = ofOthers(6, { address: 'there' })
  expect(judgeSend(fromThere, { ...CALLER, address: 'there' }, NOW).kind).toBe('limit-reached')
  expect(judgeSend(fromThere, CALLER, NOW).kind).toBe('allowed')
})

test('abuse 80 a number gets a limited number of SMS a day, but its proven owner is exempt', () => {
  const many = ofOthers(9, { address: 'there' })
  expect(judgeSend(many, CALLER, NOW).kind).toBe('limit-reached')
  expect(judgeSend([...many, aSend(30, { isUsed: true })], CALLER, NOW).kind).toBe('allowed')
})

test('a clock set back allows no further sends, and the wait time shown is a minute at most', () => {
  expect(judgeSend(minutesAgo(-60), CALLER, NOW)).toEqual({ kind: 'too-soon', seconds: 60, isSame: true, isTaken: true })
})
