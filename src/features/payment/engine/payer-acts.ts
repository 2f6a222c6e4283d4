import { CONNECTORS } from '#shared/connector-table.ts'
import type { Attempt } from './records.ts'

/** A code was entered, a PIN was entered, or the request was approved. */
export function hasActed({ connector, secretsSent, state, isWinner }: Attempt): boolean {
  return isWinner || CONNECTORS[connector].payerProof === 'code' || secretsSent > 0 || hasPaid(state)
}

function hasPaid(state: Attempt['state']): boolean {
  return state === 'PAID' || state === 'REFUNDING' || state === 'REFUNDED'
}
