import { randomBytes, randomInt } from 'node:crypto'
import type { Card } from '../card-gateways/card-form.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { Collection } from '../world/journal-store.ts'
import type { World } from '../world/world.ts'

/** Those of Paystack's eight statuses that a card payment goes through here. */
export type TransactionStatus = 'abandoned' | 'ongoing' | 'failed' | 'success' | 'reversed'

export type Step = { type: 'open' | 'action' | 'error' | 'success' | 'close'; message: string; at: number }

export type Transaction = {
  id: number
  accessCode: string
  reference: string
  email: string
  /** As on the wire: times 100 in every currency, XOF as well. */
  amount: number
  currency: string
  channels: readonly string[]
  callbackUrl?: string
  metadata: unknown
  status: TransactionStatus
  gatewayResponse: string
  createdAt: number
  paidAt?: number
  card?: Card
  steps: readonly Step[]
  /** The fault settings for webhooks at the start of the payment. */
  noticeFaults: WebhookEffects
}

export type NewTransaction = Pick<Transaction, 'email' | 'amount' | 'currency' | 'channels' | 'metadata'> & {
  reference: string | undefined
  callbackUrl: string | undefined
}

export const WIRE_UNIT = 100
const NOT_COMPLETED = 'The transaction was not completed'

export type Transactions = {
  create(asked: NewTransaction, noticeFaults: WebhookEffects): Transaction
  byAccessCode(accessCode: string): Transaction | undefined
  byReference(reference: string): Transaction | undefined
  /** By what `POST /refund` names: a reference or an id. */
  named(name: string): Transaction | undefined
  put(transaction: Transaction): Transaction
  /** Newest first. */
  all(): Transaction[]
}

export function createTransactions(world: World): Transactions {
  const records: Collection<Transaction> = world.store.collection<Transaction>('paystack.transactions')
  const accessCodes = world.store.collection<{ reference: string }>('paystack.access-codes')

  function put(transaction: Transaction): Transaction {
    records.put(transaction.reference, transaction)
    return transaction
  }

  return {
    create({ reference = madeReference(), callbackUrl, ...asked }, noticeFaults) {
      const accessCode = randomBytes(8).toString('hex').slice(0, 15)
      return world.store.together(() => {
        accessCodes.put(accessCode, { reference })
        return put({
          ...asked,
          id: randomInt(1_000_000_000, 9_999_999_999),
          accessCode,
          reference,
          ...(callbackUrl === undefined ? {} : { callbackUrl }),
          status: 'abandoned',
          gatewayResponse: NOT_COMPLETED,
          createdAt: world.clock.now(),
          steps: [],
          noticeFaults,
        })
      })
    },
    byAccessCode(accessCode) {
      const reference = accessCodes.get(accessCode)?.reference
      return reference === undefined ? undefined : records.get(reference)
    },
    byReference: (reference) => records.get(reference),
    named: (name) => records.get(name) ?? records.all().find(({ id }) => String(id) === name),
    put,
    all: () => records.all().toReversed(),
  }
}

export function withStep(transaction: Transaction, step: Step): Transaction {
  return { ...transaction, steps: [...transaction.steps, step] }
}

function madeReference(): string {
  return randomBytes(8).toString('hex').slice(0, 10)
}
