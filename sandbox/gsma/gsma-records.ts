import { randomBytes, randomUUID } from 'node:crypto'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import { internationalNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { errorObject, type GsmaProblem } from './gsma-problems.ts'
import type { GsmaProfile } from './gsma-profile.ts'

/** A client's request and its result: the protocol's request state. */
export type GsmaRequest = {
  serverCorrelationId: string
  clientCorrelationId: string
  kind: 'payment' | 'reversal'
  /** For a reversal: the transaction that is to be reversed. */
  originalReference?: string
  ourReference: string
  msisdn: string
  amount: number
  currency: string
  callbackUrl: string
  createdAt: number
  expiresAt: number
  state: 'pending' | 'completed' | 'failed'
  endedAt?: number
  problem?: GsmaProblem
  /** The transaction it led to. */
  transactionReference?: string
  noticeFaults: WebhookEffects
}

export type GsmaTransaction = {
  reference: string
  type: 'merchantpay' | 'reversal'
  originalReference?: string
  ourReference: string
  msisdn: string
  amount: number
  currency: string
  status: 'completed' | 'reversed'
  at: number
}

export type NewGsmaRequest = Omit<
  GsmaRequest,
  'serverCorrelationId' | 'createdAt' | 'state' | 'endedAt' | 'problem' | 'transactionReference'
>

export type GsmaRecords = {
  create(asked: NewGsmaRequest): GsmaRequest
  put(request: GsmaRequest): GsmaRequest
  find(serverCorrelationId: string): GsmaRequest | undefined
  findByClient(clientCorrelationId: string): GsmaRequest | undefined
  transaction(reference: string): GsmaTransaction | undefined
  putTransaction(transaction: GsmaTransaction): GsmaTransaction
  isReversing(transactionReference: string): boolean
}

export function createGsmaRecords(world: World, { face }: GsmaProfile): GsmaRecords {
  const requests = world.store.collection<GsmaRequest>(`${face}.requests`)
  const clientIds = world.store.collection<{ serverCorrelationId: string }>(`${face}.client-ids`)
  const transactions = world.store.collection<GsmaTransaction>(`${face}.transactions`)

  function put(request: GsmaRequest): GsmaRequest {
    requests.put(request.serverCorrelationId, request)
    return request
  }

  return {
    create: (asked) =>
      world.store.together(() => {
        const request = put({ ...asked, serverCorrelationId: randomUUID(), createdAt: world.clock.now(), state: 'pending' })
        clientIds.put(asked.clientCorrelationId.toLowerCase(), { serverCorrelationId: request.serverCorrelationId })
        return request
      }),
    put,
    find: (serverCorrelationId) => requests.get(serverCorrelationId),
    findByClient(clientCorrelationId) {
      const found = clientIds.get(clientCorrelationId.toLowerCase())
      return found && requests.get(found.serverCorrelationId)
    },
    transaction: (reference) => transactions.get(reference),
    putTransaction(transaction) {
      transactions.put(transaction.reference, transaction)
      return transaction
    },
    isReversing: (reference) =>
      requests.all().some(({ originalReference, state }) => originalReference === reference && state === 'pending'),
  }
}

export function newTransactionReference(): string {
  return `MP${randomBytes(6).toString('hex').toUpperCase()}`
}

/** How often a client may poll; not enforced here. */
const POLL_LIMIT = 100

export function requestStateData(request: GsmaRequest): object {
  const { serverCorrelationId, state, callbackUrl, transactionReference = '', problem, expiresAt, endedAt = expiresAt } = request
  return {
    serverCorrelationId,
    status: state,
    notificationMethod: callbackUrl === '' ? 'polling' : 'callback',
    objectReference: transactionReference,
    pollLimit: POLL_LIMIT,
    expiryTime: new Date(expiresAt).toISOString(),
    ...(state === 'pending' ? { pendingReason: 'The debit party was asked to approve' } : {}),
    ...(problem ? { error: errorObject(problem, new Date(endedAt).toISOString()) } : {}),
  }
}

export function transactionData(transaction: GsmaTransaction, { merchant }: GsmaProfile): object {
  const { reference, type, originalReference, ourReference, msisdn, amount, currency, status, at } = transaction
  const payer = [{ key: 'msisdn', value: `+${internationalNumber(msisdn)}` }]
  const payee = [{ key: 'organisationid', value: merchant }]
  const isBack = type === 'reversal'
  return {
    transactionReference: reference,
    transactionStatus: status,
    amount: String(amount),
    currency,
    type,
    debitParty: isBack ? payee : payer,
    creditParty: isBack ? payer : payee,
    requestingOrganisationTransactionReference: ourReference,
    ...(originalReference === undefined ? {} : { originalTransactionReference: originalReference }),
    transactionReceipt: reference,
    creationDate: new Date(at).toISOString(),
    modificationDate: new Date(at).toISOString(),
  }
}
