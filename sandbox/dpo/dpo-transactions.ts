import { randomBytes, randomUUID } from 'node:crypto'
import type { Card } from '../card-gateways/card-form.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'

export type DpoRefund = { ref: string; amount: number; details: string; status: 'done' | 'manual'; at: number }

export type DpoTransaction = {
  token: string
  ref: string
  companyRef: string
  amount: number
  currency: string
  redirectUrl: string
  backUrl: string
  isRefUnique: boolean
  description: string
  customer: { name: string; email: string; phone: string; country: string }
  createdAt: number
  expiresAt: number
  /** Expiry is not a state: it is what the clock makes of an unpaid one. */
  state: 'open' | 'declined' | 'waiting' | 'paid' | 'cancelled'
  card?: Card
  /** The phone that is or was asked, with its prompt. */
  mobile?: { msisdn: string; promptId: string }
  paidBy?: 'card' | 'mobile'
  approval?: string
  paidAt?: number
  /** When the merchant first verified it with VerifyTransaction 1 after it was paid. */
  verifiedAt?: number
  refunds: readonly DpoRefund[]
  noticeFaults: WebhookEffects
}

export type NewDpoTransaction = Omit<DpoTransaction, 'token' | 'ref' | 'createdAt' | 'expiresAt' | 'state' | 'refunds' | 'noticeFaults'> & {
  lifeMs: number
}

export type DpoStanding = DpoTransaction['state'] | 'expired'

export type DpoTransactions = {
  create(asked: NewDpoTransaction, noticeFaults: WebhookEffects): DpoTransaction
  byToken(token: string): DpoTransaction | undefined
  byRef(ref: string): DpoTransaction | undefined
  /** Several tokens may carry one CompanyRef: the paid one, else the newest. */
  byCompanyRef(companyRef: string): DpoTransaction | undefined
  put(transaction: DpoTransaction): DpoTransaction
  /** Its state, with the payment time limit of the sandbox's clock. */
  standing(transaction: DpoTransaction): DpoStanding
}

const APPROVAL_BYTES = 4

export function createDpoTransactions(world: World): DpoTransactions {
  const records = world.store.collection<DpoTransaction>('dpo.transactions', { groupBy: ({ companyRef }) => companyRef })
  const refs = world.store.collection<{ token: string }>('dpo.refs')

  function put(transaction: DpoTransaction): DpoTransaction {
    records.put(transaction.token, transaction)
    return transaction
  }

  return {
    create({ lifeMs, ...asked }, noticeFaults) {
      const token = randomUUID().toUpperCase()
      const ref = `R${randomBytes(APPROVAL_BYTES).toString('hex').toUpperCase()}`
      const createdAt = world.clock.now()
      return world.store.together(() => {
        refs.put(ref, { token })
        return put({ ...asked, token, ref, createdAt, expiresAt: createdAt + lifeMs, state: 'open', refunds: [], noticeFaults })
      })
    },
    byToken: (token) => records.get(token.toUpperCase()),
    byRef: (ref) => records.get(refs.get(ref)?.token ?? ''),
    byCompanyRef(companyRef) {
      const all = records.group(companyRef)
      return all.find(({ state }) => state === 'paid') ?? all.at(-1)
    },
    put,
    standing({ state, expiresAt }) {
      const isUnpaid = state === 'open' || state === 'declined' || state === 'waiting'
      return isUnpaid && expiresAt <= world.clock.now() ? 'expired' : state
    },
  }
}

export function newApproval(): string {
  return randomBytes(APPROVAL_BYTES).toString('hex').toUpperCase()
}

export function refundedOf({ refunds }: DpoTransaction): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
