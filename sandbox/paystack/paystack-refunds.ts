import { randomInt } from 'node:crypto'
import { refund as moveBack } from '../card-gateways/card-money.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { invalidParameters, type PaystackError } from './paystack-answers.ts'
import type { Refund, RefundStatus } from './paystack-refund.ts'
import { refundNotice } from './paystack-refund-answers.ts'
import { readAmount, textOf, type Read } from './paystack-requests.ts'
import { WIRE_UNIT, type Transaction, type Transactions } from './paystack-transactions.ts'
import { sendWebhook } from './paystack-webhooks.ts'

/** Paystack's published refund cards, known by their last digits. */
export const REFUND_FAILS = '1803'
export const REFUND_NEEDS_ATTENTION = '1902'

const PROCESSING_AFTER_MS = 2_000
const ENDS_AFTER_MS = 4_000

export type Refunds = {
  create(body: unknown, noticeFaults: WebhookEffects): Promise<Read<{ refund: Refund; transaction: Transaction }>>
  find(id: string): Refund | undefined
  /** Newest first. */
  all(): Refund[]
}

export function createRefunds(world: World, transactions: Transactions): Refunds {
  const refunds = world.store.collection<Refund>('paystack.refunds', { groupBy: ({ reference }) => reference })

  /** The refunded amount, pending refunds included; a failed refund releases its amount. */
  function takenFrom(reference: string): number {
    return refunds.group(reference).reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0)
  }

  async function put(refund: Refund, transaction: Transaction): Promise<void> {
    refunds.put(String(refund.id), refund)
    await sendWebhook(world, { event: `refund.${refund.status}`, data: refundNotice(refund, transaction) }, refund.noticeFaults)
  }

  /** Each step may run twice after a crash: it acts only on the status it starts from. */
  world.scheduler.handle<{ id: string }>('paystack.refund', async ({ id }) => {
    const refund = refunds.get(id)
    const transaction = refund && transactions.byReference(refund.reference)
    if (!refund || !transaction) return 'done'
    const updatedAt = world.clock.now()
    if (refund.status === 'pending') {
      await put({ ...refund, status: 'processing', updatedAt }, transaction)
      return { againAfterMs: ENDS_AFTER_MS }
    }
    if (refund.status !== 'processing') return 'done'
    const status = endOf(transaction)
    await world.store.together(() => {
      if (status === 'processed') payBack(refund, transaction)
      return put({ ...refund, status, updatedAt }, transaction)
    })
    return 'done'
  })

  function payBack({ id, amount, reference }: Refund, transaction: Transaction): void {
    const { currency } = transaction
    moveBack(world, { face: 'paystack', reference: String(id), ourReference: reference, amount: amount / WIRE_UNIT, currency })
    const returned = refunds.group(reference).reduce((sum, one) => (one.status === 'processed' ? sum + one.amount : sum), amount)
    if (returned >= transaction.amount) transactions.put({ ...transaction, status: 'reversed' })
  }

  return {
    find: (id) => refunds.get(id),
    all: () => [...refunds.all()].toSorted((first, second) => second.createdAt - first.createdAt || second.id - first.id),
    async create(body, noticeFaults) {
      const fields = (body ?? {}) as Record<string, unknown>
      const transaction = transactions.named(textOf(fields['transaction']))
      if (!transaction) return refused(NO_TRANSACTION)
      const amount = readRefundAmount(fields['amount'], transaction, takenFrom(transaction.reference))
      if (amount.kind === 'refused') return amount

      const now = world.clock.now()
      const refund: Refund = {
        id: randomInt(1_000_000, 9_999_999),
        reference: transaction.reference,
        amount: amount.value,
        status: 'pending',
        customerNote: textOf(fields['customer_note']) || `Refund for transaction ${transaction.reference}`,
        merchantNote: textOf(fields['merchant_note']) || `Refund for transaction ${transaction.reference}`,
        createdAt: now,
        updatedAt: now,
        noticeFaults,
      }
      await world.store.together(() => {
        world.scheduler.schedule({ kind: 'paystack.refund', data: { id: String(refund.id) }, afterMs: PROCESSING_AFTER_MS })
        return put(refund, transaction)
      })
      return { kind: 'read', value: { refund, transaction } }
    },
  }
}

/** Without an amount, all that is left. */
function readRefundAmount(asked: unknown, { status, amount, currency }: Transaction, taken: number): Read<number> {
  const left = amount - taken
  if (status === 'reversed' || (status === 'success' && left <= 0)) return refused(invalidParameters('Transaction has been fully reversed'))
  if (status !== 'success') return refused(invalidParameters('Only a successful transaction can be refunded'))
  const read: Read<number> = asked === undefined ? { kind: 'read', value: left } : readAmount(asked, currency)
  if (read.kind === 'refused' || read.value <= left) return read
  return refused(invalidParameters('Refund amount cannot be more than the amount that is left'))
}

const NO_TRANSACTION: PaystackError = {
  status: 404,
  message: 'Transaction not found',
  nextStep: 'Ensure that you are passing the reference or id of a transaction that exists on this integration.',
  code: 'transaction_not_found',
}

function endOf({ card }: Transaction): RefundStatus {
  if (card?.last4 === REFUND_FAILS) return 'failed'
  return card?.last4 === REFUND_NEEDS_ATTENTION ? 'needs-attention' : 'processed'
}

function refused(error: PaystackError): { kind: 'refused'; error: PaystackError } {
  return { kind: 'refused', error }
}
