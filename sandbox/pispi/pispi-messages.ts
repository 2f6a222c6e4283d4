import type { FastifyReply } from 'fastify'
import { nationalNumber } from '../world/numbers.ts'
import { OUTCOMES, type PispiRequest } from './pispi-requests.ts'

type Fields = Record<string, unknown>
export type ReadRequest = { txId: string; payeurAlias: string; payeAlias: string; amount: number; motif: string; payableUntil: number }

const TITLES: Readonly<Record<number, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }

/** RFC 7807. */
export function sendProblem(reply: FastifyReply, status: number, detail: string, name?: string): FastifyReply {
  const wrong = name === undefined ? {} : { 'invalid-params': [{ name, reason: detail }] }
  const problem = { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail, ...wrong }
  return reply.code(status).type('application/problem+json; charset=utf-8').serializer(JSON.stringify).send(problem)
}

/** The fields of an immediate payment on the web; what is wrong is told by its name. */
export function readRequest(body: unknown, now: number): ReadRequest | { wrong: string } {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Fields
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const { montant, confirmation } = fields
  if (!/^[\w-]{1,35}$/.test(text('txId'))) return { wrong: 'txId' }
  if (text('payeurAlias') === '') return { wrong: 'payeurAlias' }
  if (text('payeAlias') === '') return { wrong: 'payeAlias' }
  if (typeof montant !== 'number' || !Number.isInteger(montant) || montant < 1) return { wrong: 'montant' }
  if (confirmation !== false) return { wrong: 'confirmation' }
  if (text('categorie') !== '521') return { wrong: 'categorie' }
  const payableUntil = Date.parse(text('dateLimitePaiement'))
  if (!(payableUntil > now && payableUntil <= now + 3 * 60_000)) return { wrong: 'dateLimitePaiement' }
  if (text('motif').length > 140) return { wrong: 'motif' }
  return {
    txId: text('txId'),
    payeurAlias: text('payeurAlias'),
    payeAlias: text('payeAlias'),
    amount: montant,
    motif: text('motif'),
    payableUntil,
  }
}

/** An alias of this world: a phone number with its plus sign. */
export function payerOf(alias: string): string | null {
  return alias.startsWith('+') ? nationalNumber(alias) : null
}

/** A request as its creation and a question show it. */
export function shownRequest(request: PispiRequest): object {
  const { txId, end2endId, payeurAlias, payeAlias, amount, motif, categorie, payableUntil, createdAt, outcome, endedAt } = request
  const state = outcome === undefined ? { statut: 'ENVOYE' } : OUTCOMES[outcome]
  const iso = (at: number) => new Date(at).toISOString()
  return {
    txId,
    payeurAlias,
    payeAlias,
    confirmation: false,
    categorie,
    montant: amount,
    motif,
    dateLimitePaiement: iso(payableUntil),
    dateDemande: iso(createdAt),
    dateEnvoi: iso(createdAt),
    payeurNom: 'Client de démonstration',
    payeurPays: 'NE',
    end2endId,
    ...state,
    ...(outcome === 'paid' && endedAt !== undefined ? { dateIrrevocabilite: iso(endedAt) } : {}),
  }
}

export function rejectedAtOnce(read: ReadRequest, statutRaison: 'BE23' | 'DU03'): object {
  const { txId, payeurAlias, payeAlias, amount, motif } = read
  return { txId, payeurAlias, payeAlias, confirmation: false, categorie: '521', montant: amount, motif, statut: 'REJETE', statutRaison }
}

/** The payment that answered a request. */
export function shownPayment(request: PispiRequest): object {
  const { txId, end2endId, payeurAlias, payeAlias, amount, motif, categorie, endedAt = 0, returnedState } = request
  return {
    txId,
    end2endId,
    payeAlias,
    payeurAlias,
    payeurNom: 'Client de démonstration',
    payeurPays: 'NE',
    montant: amount,
    motif,
    categorie,
    statut: 'IRREVOCABLE',
    dateIrrevocabilite: new Date(endedAt).toISOString(),
    ...(returnedState === undefined ? {} : { retourStatut: returnedState }),
  }
}
