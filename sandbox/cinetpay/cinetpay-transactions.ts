import { randomBytes } from 'node:crypto'
import type { World } from '../world/world.ts'

/** The last news of a transaction: the code and message of a check. */
export const STATES = {
  waiting: { code: '662', message: 'WAITING_CUSTOMER_PAYMENT', status: 'WAITING_FOR_CUSTOMER' },
  validating: { code: '623', message: 'WAITING_CUSTOMER_TO_VALIDATE', status: 'WAITING_FOR_CUSTOMER' },
  paid: { code: '00', message: 'SUCCES', status: 'ACCEPTED' },
  failed: { code: '600', message: 'PAYMENT_FAILED', status: 'REFUSED' },
  insufficient: { code: '602', message: 'INSUFFICIENT_BALANCE', status: 'REFUSED' },
  cancelled: { code: '627', message: 'TRANSACTION_CANCEL', status: 'REFUSED' },
} as const
export type CinetpayState = keyof typeof STATES

export type CinetpayTransaction = {
  token: string
  transactionId: string
  amount: number
  currency: string
  description: string
  notifyUrl: string
  returnUrl: string
  language: 'fr' | 'en'
  metadata: string
  payer: string
  createdAt: number
  state: CinetpayState
  operatorId?: string
  changedAt?: number
}

export type NewCinetpayTransaction = Omit<CinetpayTransaction, 'token' | 'createdAt' | 'state'>

export type CinetpayTransactions = {
  create(asked: NewCinetpayTransaction): CinetpayTransaction
  find(token: string): CinetpayTransaction | undefined
  byTransactionId(transactionId: string): CinetpayTransaction | undefined
  put(transaction: CinetpayTransaction): CinetpayTransaction
}

export function createCinetpayTransactions(world: World): CinetpayTransactions {
  const records = world.store.collection<CinetpayTransaction>('cinetpay.transactions', { groupBy: ({ transactionId }) => transactionId })

  function put(transaction: CinetpayTransaction): CinetpayTransaction {
    records.put(transaction.token, transaction)
    return transaction
  }

  return {
    create: (asked) => put({ ...asked, token: randomBytes(32).toString('hex'), createdAt: world.clock.now(), state: 'waiting' }),
    find: (token) => records.get(token),
    byTransactionId: (transactionId) => records.group(transactionId)[0],
    put,
  }
}
