import { randomBytes } from 'node:crypto'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'

/** A request to pay, and the payment that answered it. */
export type PispiRequest = {
  txId: string
  end2endId: string
  payeurAlias: string
  payeAlias: string
  msisdn: string
  amount: number
  motif: string
  categorie: string
  payableUntil: number
  createdAt: number
  outcome?: WalletOutcome
  endedAt?: number
  returnedState?: 'INITIE' | 'IRREVOCABLE'
  noticeFaults: WebhookEffects
}

export type NewPispiRequest = Omit<PispiRequest, 'end2endId' | 'createdAt' | 'outcome' | 'endedAt' | 'returnedState'>

/** The state of a request, with its reason. */
export const OUTCOMES: Record<WalletOutcome, { statut: 'IRREVOCABLE' | 'REJETE'; statutRaison?: string }> = {
  paid: { statut: 'IRREVOCABLE' },
  declined: { statut: 'REJETE', statutRaison: 'AM02' },
  'insufficient-funds': { statut: 'REJETE', statutRaison: 'AG07' },
  'payer-declined': { statut: 'REJETE', statutRaison: 'ARFR' },
  locked: { statut: 'REJETE', statutRaison: 'AC06' },
  expired: { statut: 'REJETE', statutRaison: 'AEXR' },
}

export type PispiRequests = {
  create(asked: NewPispiRequest): PispiRequest
  put(request: PispiRequest): PispiRequest
  find(txId: string): PispiRequest | undefined
  byEnd2endId(end2endId: string): PispiRequest | undefined
}

export function createPispiRequests(world: World): PispiRequests {
  const requests = world.store.collection<PispiRequest>('pispi.requests', { groupBy: ({ end2endId }) => end2endId })

  function put(request: PispiRequest): PispiRequest {
    requests.put(request.txId, request)
    return request
  }

  return {
    create: (asked) => put({ ...asked, end2endId: newEnd2endId(world.clock.now()), createdAt: world.clock.now() }),
    put,
    find: (txId) => requests.get(txId),
    byEnd2endId: (end2endId) => requests.group(end2endId)[0],
  }
}

/** A letter, the participant, the moment to the second, and eighteen characters. */
function newEnd2endId(at: number): string {
  const moment = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
  return `ENEB001${moment}${randomBytes(9).toString('hex').toUpperCase().slice(0, 14)}`
}
