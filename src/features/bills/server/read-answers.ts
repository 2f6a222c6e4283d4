import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OperatorAnswer, OperatorFault } from '#shared/operator-answer.ts'
import { Problem } from '#shared/problem.ts'

/** Compares without telling by its time how much was right. What the operator does not know equals nothing. */
export function isSameSecret(known: string | null, said: string): boolean {
  return timingSafeEqual(digestOf(known ?? randomBytes(16).toString('hex')), digestOf(said)) && known !== null
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** No answer is never taken for a no. */
export function isSilent(fault: OperatorFault): boolean {
  return fault.kind === 'unavailable' || fault.kind === 'unknown'
}

export function valueOf<Value>(answer: OperatorAnswer<Value>): Value {
  if (!answer.isGood) throw new Problem('operator-unavailable')
  return answer.value
}
