/** What asking the operator's systems can yield. `unknown` belongs to calls that move money: it may have happened. */
export type OperatorFault =
  | { kind: 'not-found' }
  /** The operator said no, for a reason of its own: asking again changes nothing. */
  | { kind: 'rejected'; code: string; message?: string }
  /** Nothing happened; it may be asked again later. */
  | { kind: 'unavailable' }
  /** The call may have arrived and its answer did not come: track it, never repeat it. */
  | { kind: 'unknown' }

export type OperatorAnswer<Value> = { isGood: true; value: Value } | { isGood: false; fault: OperatorFault }
