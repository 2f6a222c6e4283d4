import { CODE_ATTEMPTS } from '../rules.ts'
import type { CodeRefusal, CodeSent } from './code-calls.ts'

/**
 * OTP-2 as states. `asking` waits for a code to be sent, `typing` for the visitor, `checking` for the server. `locked` is the end of
 * the attempts and stays; `closing` says why and closes after eleven seconds.
 */
export type CodeStep = {
  state: 'asking' | 'typing' | 'checking' | 'locked' | 'closing'
  reference: string | null
  digits: string
  attemptsLeft: number
  resendAtMs: number
  problem: CodeRefusal | null
  wasResent: boolean
}

export type CodeEvent =
  | { kind: 'sent'; sent: CodeSent; nowMs: number; isResend: boolean }
  | { kind: 'submitted' }
  | { kind: 'typed'; digits: string }
  | { kind: 'refused'; refusal: CodeRefusal }

export const FIRST_STEP: CodeStep = {
  state: 'asking',
  reference: null,
  digits: '',
  attemptsLeft: CODE_ATTEMPTS,
  resendAtMs: 0,
  problem: null,
  wasResent: false,
}

export function nextStep(step: CodeStep, event: CodeEvent): CodeStep {
  switch (event.kind) {
    case 'sent': {
      const { reference, attemptsLeft, resendInSeconds } = event.sent
      const resendAtMs = event.nowMs + resendInSeconds * 1000
      return { state: 'typing', reference, digits: '', attemptsLeft, resendAtMs, problem: null, wasResent: event.isResend }
    }
    case 'submitted':
      return { ...step, state: 'checking', problem: null, wasResent: false }
    case 'typed':
      return { ...step, digits: event.digits, problem: event.digits === '' ? step.problem : null }
    case 'refused':
      return afterRefusal(step, event.refusal)
  }
}

function afterRefusal(step: CodeStep, problem: CodeRefusal): CodeStep {
  const told = { ...step, digits: '', problem, wasResent: false }
  switch (problem.failure) {
    case 'wrong': {
      const attemptsLeft = Math.max(0, step.attemptsLeft - 1)
      return attemptsLeft === 0 ? { ...told, state: 'locked', attemptsLeft } : { ...told, state: 'typing', attemptsLeft }
    }
    case 'locked':
      return { ...told, state: 'locked', attemptsLeft: 0 }
    case 'incomplete':
      return { ...told, state: 'typing' }
    case 'limit':
    case 'other':
      return { ...told, state: 'closing' }
  }
}
