import type { OperatorResult, OperatorFault } from '#shared/operator-answer.ts'

export function good<Value>(value: Value): OperatorResult<Value> & { ok: true } {
  return { ok: true, value }
}

export function failed(fault: OperatorFault): { ok: false; fault: OperatorFault } {
  return { ok: false, fault }
}

export const NOT_FOUND = failed({ kind: 'not-found' })
export const UNAVAILABLE = failed({ kind: 'unavailable' })
export const UNKNOWN = failed({ kind: 'unknown' })

export function refused(code: string, message?: string): { ok: false; fault: OperatorFault } {
  return failed({ kind: 'rejected', code, ...(message === undefined ? {} : { message }) })
}
