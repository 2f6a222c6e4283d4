import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OperatorResult, OperatorFault } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'

/** Compares in constant time. A value that the operator does not have equals nothing. */
export function isSameSecret(known: string | null, claimed: string): boolean {
  return timingSafeEqual(digestOf(known ?? randomBytes(16).toString('hex')), digestOf(claimed)) && known !== null
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A missing answer is never treated as a refusal. */
export function isSilent(fault: OperatorFault): boolean {
  return fault.kind === 'unavailable' || fault.kind === 'unknown'
}

export function valueOf<Value>(answer: OperatorResult<Value>): Value {
  if (!answer.ok) throw new Problem('operator-unavailable')
  return answer.value
}
