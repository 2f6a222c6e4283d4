import { randomInt } from 'node:crypto'
import type { World } from '../world/world.ts'

export type UbaStatus = 'Pending' | 'Approved' | 'Declined' | 'Cancelled'

export type UbaTransaction = {
  id: string
  referenceNumber: string
  amount: number
  currency: string
  currencyCode: string
  description: string
  email: string
  createdAt: number
  status: UbaStatus
  /** Approved later than the payer was sent back: from then on. */
  approvedFrom?: number
}

export type NewUbaTransaction = Omit<UbaTransaction, 'id' | 'createdAt' | 'status'>

export type UbaTransactions = {
  create(asked: NewUbaTransaction): UbaTransaction
  find(id: string): UbaTransaction | undefined
  isTaken(referenceNumber: string): boolean
  put(transaction: UbaTransaction): UbaTransaction
}

const DIGITS_OF_DAY = 12

export function createUbaTransactions(world: World): UbaTransactions {
  const records = world.store.collection<UbaTransaction>('uba.transactions', { groupBy: ({ referenceNumber }) => referenceNumber })

  function put(transaction: UbaTransaction): UbaTransaction {
    records.put(transaction.id, transaction)
    return transaction
  }

  return {
    create(asked) {
      const createdAt = world.clock.now()
      const day = new Date(createdAt).toISOString().replace(/\D/g, '').slice(0, DIGITS_OF_DAY)
      return put({ ...asked, id: `${day}${randomInt(100_000, 999_999)}`, createdAt, status: 'Pending' })
    },
    find: (id) => records.get(id),
    isTaken: (referenceNumber) => records.group(referenceNumber).length > 0,
    put,
  }
}
