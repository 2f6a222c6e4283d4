import { expect, test } from 'vitest'
import type { CodeFailure } from '../rules.ts'
import { firstStep, nextStep, type CodeStep } from './code-steps.ts'

const sent = { kind: 'sent', reference: 'r', resendInSeconds: 60, attemptsLeft: 5, isConfirmed: true } as const
const typing = firstStep(sent, 1000)
const refused = (step: CodeStep, failure: CodeFailure, waitSeconds?: number) =>
  nextStep(step, {
    kind: 'refused',
    refusal: { kind: 'refused', failure, message: 'Please enter correct OTP', ...(waitSeconds && { waitSeconds }) },
    nowMs: 5000,
  })

test('OTP-1 a sent code can be typed, and another one requested after sixty seconds', () => {
  expect(typing).toMatchObject({ state: 'typing', reference: 'r', attemptsLeft: 5, resendAtMs: 61_000 })
})

test('OTP-2 a wrong code lowers the attempts, empties the boxes and shows a message; the fifth locks', () => {
  let step = nextStep(typing, { kind: 'typed', digits: '482913' })
  for (const left of [4, 3, 2, 1]) {
    step = refused(nextStep(step, { kind: 'submitted' }), 'wrong')
    expect(step).toMatchObject({ state: 'typing', attemptsLeft: left, digits: '', problem: { message: 'Please enter correct OTP' } })
  }
  expect(refused(step, 'wrong')).toMatchObject({ state: 'locked', attemptsLeft: 0 })
})

test('OTP-2 the server’s lock is final, whatever the page counted', () => {
  expect(refused(typing, 'locked')).toMatchObject({ state: 'locked', attemptsLeft: 0 })
})

test.for(['limit', 'other'] as const)('OTP-2 a refusal of kind %s closes the dialog', (failure) => {
  expect(refused(typing, failure).state).toBe('closing')
})

test('OTP-3 resending too soon keeps the dialog, and the countdown starts at the server’s seconds', () => {
  expect(refused(typing, 'early', 42)).toMatchObject({ state: 'typing', resendAtMs: 47_000, attemptsLeft: 5 })
})

test('OTP-4 a resend that could not be sent keeps the dialog, and can be repeated at once', () => {
  expect(refused(typing, 'unsent')).toMatchObject({ state: 'typing', resendAtMs: 5000, attemptsLeft: 5 })
})

test('a resend does not restore attempts: the server’s count applies', () => {
  const tired = refused(refused(typing, 'wrong'), 'wrong')
  const resent = nextStep(tired, { kind: 'resent', sent: { ...sent, attemptsLeft: 3 }, nowMs: 0 })
  expect(resent).toMatchObject({ attemptsLeft: 3, wasResent: true, problem: null, digits: '' })
})

test('the message about a wrong code stays until the next digit', () => {
  const wrong = refused(typing, 'wrong')
  expect(nextStep(wrong, { kind: 'typed', digits: '' }).problem).not.toBeNull()
  expect(nextStep(wrong, { kind: 'typed', digits: '4' }).problem).toBeNull()
})

test('POST-2 three digits of a code stay when the button says that three are missing', () => {
  const typed = nextStep(typing, { kind: 'typed', digits: '482' })
  expect(refused(typed, 'incomplete')).toMatchObject({ state: 'typing', digits: '482', attemptsLeft: 5 })
})
