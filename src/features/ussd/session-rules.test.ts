import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { meaningOf, type KnownSession } from './session-rules.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()
const hashes = (...inputs: string[]) => Array.from({ length: inputs.length + 1 }, (_none, count) => hash(inputs.slice(0, count).join('*')))
const all = (...inputs: string[]) => ({ kind: 'all' as const, hashes: hashes(...inputs) })
const NOW = new Date('2026-11-17T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

function known(inputs: string[], askedFor: string[] | null, change: Partial<KnownSession> = {}): KnownSession {
  const stepHash = askedFor && hash(askedFor.join('*'))
  return {
    id: 1,
    step: inputs.length,
    heardHash: hash(inputs.join('*')),
    heardAt: ago(5),
    endedAt: null,
    stepHash,
    foundStep: null,
    ...change,
  }
}

test('USSD-5 an unused id is a fresh session, the next input the next step', () => {
  expect(meaningOf([], all(), NOW)).toEqual({ kind: 'fresh' })
  expect(meaningOf([known(['1'], null)], all('1', '2'), NOW)).toMatchObject({ kind: 'next', from: 1, step: 2 })
})

test('USSD-5 F09 a step that is sent again is a repetition: at once, late and out of order', () => {
  expect(meaningOf([known(['1', '2'], ['1', '2'])], all('1', '2'), NOW)).toMatchObject({ kind: 'repeat', step: 2 })
  expect(meaningOf([known(['1', '2'], ['1'])], all('1'), NOW)).toMatchObject({ kind: 'repeat', step: 1 })
  expect(meaningOf([known(['1', '2'], [])], all(), NOW)).toMatchObject({ kind: 'repeat', step: 0 })
})

test('USSD-5 steps lost on the way are recovered from the text, which holds all inputs', () => {
  expect(meaningOf([known(['1'], null)], all('1', '1', '500'), NOW)).toMatchObject({ kind: 'next', from: 1, step: 3 })
})

test('USSD-5 another answer to the same screen is no repetition: the gateway has reused the id', () => {
  expect(meaningOf([known(['1', '2'], ['1', '2'])], all('1', '3'), NOW)).toEqual({ kind: 'fresh' })
  expect(meaningOf([known(['1', '2'], null)], all('3', '2', '1'), NOW)).toEqual({ kind: 'fresh' })
})

test('USSD-5 an id is a new session after five minutes, after an end, and when the phone dials again', () => {
  expect(meaningOf([known(['1'], null, { heardAt: ago(301) })], all('1', '2'), NOW)).toEqual({ kind: 'fresh' })
  expect(meaningOf([known(['1'], [], { endedAt: ago(1) })], all(), NOW)).toEqual({ kind: 'fresh' })
  expect(meaningOf([known(['1'], [], { heardAt: ago(11) })], all(), NOW)).toEqual({ kind: 'fresh' })
})

test('USSD-5 the last step of an ended session is answered again for ten minutes, even after the id is reused', () => {
  const ended = known(['1', '1'], ['1', '1'], { endedAt: ago(60) })
  expect(meaningOf([ended], all('1', '1'), NOW)).toMatchObject({ kind: 'repeat', step: 2 })
  expect(meaningOf([known([], null, { id: 2 }), ended], all('1', '1'), NOW)).toMatchObject({ kind: 'repeat', session: { id: 1 } })
  expect(meaningOf([{ ...ended, endedAt: ago(601) }], all('1', '1'), NOW)).toEqual({ kind: 'fresh' })
})

test('USSD-5 inputs that an earlier session under the same id had within ten minutes are a replay', () => {
  const newest = known(['1', '1', '700'], null, { id: 2 })
  const press = all('1', '1', '700', '1')
  const earlier = (seconds: number) => known(['1', '1', '700', '1'], ['1', '1', '700', '1'], { heardAt: ago(seconds) })
  expect(meaningOf([newest, earlier(30)], press, NOW)).toMatchObject({ kind: 'next', isReplay: true })
  expect(meaningOf([newest, earlier(601)], press, NOW)).toMatchObject({ kind: 'next', isReplay: false })
  expect(meaningOf([newest, known(['1', '2'], ['1', '2'])], press, NOW)).toMatchObject({ kind: 'next', isReplay: false })
})

test('USSD-2 a gateway that sends the last input only: the same press within two seconds is one press', () => {
  const last = (input: string) => ({ kind: 'last' as const, hash: hash(input), stepHash: null })
  const at = (seconds: number) => known(['1'], null, { heardAt: ago(seconds) })
  expect(meaningOf([at(1)], last('1'), NOW)).toMatchObject({ kind: 'repeat', step: 1 })
  expect(meaningOf([at(3)], last('1'), NOW)).toMatchObject({ kind: 'next', step: 2 })
  expect(meaningOf([at(1)], last('2'), NOW)).toMatchObject({ kind: 'next', step: 2 })
  expect(meaningOf([at(1)], { kind: 'last', hash: null, stepHash: null }, NOW)).toEqual({ kind: 'fresh' })
})

test('USSD-2 a gateway that sends the last input only: after the end the same press is a copy for a minute, not a new choice', () => {
  const last = (input: string) => ({ kind: 'last' as const, hash: hash(input), stepHash: null })
  const ended = (seconds: number) => known(['1'], null, { heardAt: ago(seconds), endedAt: ago(seconds) })
  expect(meaningOf([ended(59)], last('1'), NOW)).toMatchObject({ kind: 'repeat', step: 1 })
  expect(meaningOf([ended(61)], last('1'), NOW)).toEqual({ kind: 'fresh' })
  expect(meaningOf([ended(1)], last('2'), NOW)).toEqual({ kind: 'fresh' })
})

test('USSD-5 a message with an id is recognised by it at any step, for ten minutes', () => {
  const message = (name: string) => ({ kind: 'last' as const, hash: hash(`press ${name}`), stepHash: hash(name) })
  const met = (change: Partial<KnownSession> = {}) => known(['1', '1', '1'], ['second'], { foundStep: 2, ...change })
  expect(meaningOf([met()], message('second'), NOW)).toMatchObject({ kind: 'repeat', step: 2 })
  expect(meaningOf([met({ endedAt: ago(60), heardAt: ago(60) })], message('second'), NOW)).toMatchObject({ kind: 'repeat', step: 2 })
  expect(meaningOf([met({ heardAt: ago(601) })], message('second'), NOW)).toEqual({ kind: 'fresh' })
  expect(meaningOf([known(['1'], null)], message('third'), NOW)).toMatchObject({ kind: 'next', step: 2 })
  expect(meaningOf([met()], message('another'), NOW)).toMatchObject({ kind: 'next', step: 4 })
})
