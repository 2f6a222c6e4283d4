/** The results of a call to the operator's systems. `unknown` belongs to calls that move money: it may have happened. */
export type OperatorFault =
  | { kind: 'not-found' }
  /** The operator refused, for a reason of its own: a retry changes nothing. */
  | { kind: 'rejected'; code: string; message?: string }
  /** Nothing happened; it may be retried later. */
  | { kind: 'unavailable' }
  /** The call may have arrived and its response was lost: track it, never repeat it. */
  | { kind: 'unknown' }

export type OperatorResult<Value> = { ok: true; value: Value } | { ok: false; fault: OperatorFault }
