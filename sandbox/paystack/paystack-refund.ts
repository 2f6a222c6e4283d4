import type { WebhookEffects } from '../simulators/fault-rules.ts'

export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'

export type Refund = {
  id: number
  /** The reference of the transaction. */
  reference: string
  amount: number
  status: RefundStatus
  customerNote: string
  merchantNote: string
  createdAt: number
  updatedAt: number
  noticeFaults: WebhookEffects
}
