import type { CodeRefusal, CodeSent } from './code-calls.ts'

/**
 * OTP-2 as states. `typing` waits for the visitor, `checking` for the server. `locked` means no attempts are left and stays; `closing`
 * shows the reason and closes after eleven seconds.
 */
export type CodeStep = {
  state: 'typing' | 'checking' | 'locked' | 'closing'
  reference: string
  digits: string
  attemptsLeft: number
  resendAtMs: number
  /** OTP-4: whether the SMS centre accepted the last code. */
  isConfirmed: boolean
  problem: CodeRefusal | null
  wasResent: boolean
}

export type CodeEvent =
  | { kind: 'resent'; sent: CodeSent; nowMs: number }
  | { kind: 'submitted' }
  | { kind: 'typed'; digits: string }
  | { kind: 'refused'; refusal: CodeRefusal; nowMs: number }

/** The dialog opens after a code was sent. */
export function firstStep({ reference, attemptsLeft, resendInSeconds, isConfirmed }: CodeSent, nowMs: number): CodeStep {
  const resendAtMs = nowMs + resendInSeconds * 1000
  return { state: 'typing', reference, digits: '', attemptsLeft, resendAtMs, isConfirmed, problem: null, wasResent: false }
}

export function nextStep(step: CodeStep, event: CodeEvent): CodeStep {
  switch (event.kind) {
    case 'resent':
      return { ...firstStep(event.sent, event.nowMs), wasResent: true }
    case 'submitted':
      return { ...step, state: 'checking', problem: null, wasResent: false }
    case 'typed':
      return { ...step, digits: event.digits, problem: event.digits === '' ? step.problem : null }
    case 'refused':
      return afterRefusal(step, event.refusal, event.nowMs)
  }
}

function afterRefusal(step: CodeStep, problem: CodeRefusal, nowMs: number): CodeStep {
  const told = { ...step, digits: '', problem, wasResent: false }
  switch (problem.failure) {
    case 'wrong': {
      const attemptsLeft = Math.max(0, step.attemptsLeft - 1)
      return attemptsLeft === 0 ? { ...told, state: 'locked', attemptsLeft } : { ...told, state: 'typing', attemptsLeft }
    }
    case 'locked':
      return { ...told, state: 'locked', attemptsLeft: 0 }
    // What is typed so far stays.
    case 'incomplete':
      return { ...told, state: 'typing', digits: step.digits }
    // Earlier codes stay valid, and another can be requested now or after the wait time (OTP-3).
    case 'early':
    case 'unsent':
      return { ...told, state: 'typing', resendAtMs: nowMs + (problem.waitSeconds ?? 0) * 1000 }
    case 'limit':
    case 'other':
      return { ...told, state: 'closing' }
  }
}
