import type { OperatorAnswer, OperatorFault } from '#shared/operator-answer.ts'

export function good<Value>(value: Value): OperatorAnswer<Value> & { isGood: true } {
  return { isGood: true, value }
}

export function failed(fault: OperatorFault): { isGood: false; fault: OperatorFault } {
  return { isGood: false, fault }
}

export const NOT_FOUND = failed({ kind: 'not-found' })
export const UNAVAILABLE = failed({ kind: 'unavailable' })
export const UNKNOWN = failed({ kind: 'unknown' })

export function refused(code: string, message?: string): { isGood: false; fault: OperatorFault } {
  return failed({ kind: 'rejected', code, ...(message === undefined ? {} : { message }) })
}
