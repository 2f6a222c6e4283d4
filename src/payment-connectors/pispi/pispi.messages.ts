import { type Static, Type } from 'typebox'
import {
  doubtful,
  doubtfulRefund,
  isDisagreement,
  isOurs,
  jsonAt,
  readClaim,
  type AnswerTable,
  type AskedAbout,
  type Claim,
} from '../answer-fields.ts'
import { stateIn, unknownToProvider } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  toWire,
  type AttemptRef,
  type ConnectorInfo,
  type Observation,
  type PaymentOrder,
  type ProviderMessage,
  type Reason,
  type StartResult,
} from '../payment-connector.ts'
import { readJson, unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fromDecimal, fromWhole } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/pispi.md. */

/** The currency of the union: messages name none. */
export const PISPI_CURRENCY = 'XOF'
export const AMOUNT_UNITS = { units: 0, hundredths: 2 } as const
export type AmountUnit = keyof typeof AMOUNT_UNITS

export type Wire = Pick<ConnectorInfo, 'wireExponent'>
export type PispiAccount = { alias: string; wire: Wire }

/** An immediate payment in a shop on the web: the payer has two minutes. */
const CATEGORY = '521'
export const PAYABLE_MS = 2 * 60_000

const MAX_MOTIVE = 140

const REQUEST_STATES = {
  INITIE: 'pending',
  ENVOYE: 'pending',
  IRREVOCABLE: 'paid',
  REJETE: 'declined',
  ANNULE: 'cancelled',
} as const satisfies Record<string, Observation['state']>

const RETURN_STATES = {
  INITIE: 'refunding',
  ENVOYE: 'refunding',
  IRREVOCABLE: 'refunded',
  REJETE: 'declined',
} as const satisfies Record<string, Observation['state']>

/** What the payer answers to a request that is refused. */
const REFUSED_BY_PAYER: ReadonlySet<string> = new Set(['ARFR', 'BE05', 'AM09', 'RR07', 'FR01'])
const EXPIRED = 'AEXR'
/** The payer, or the reference, is said to have paid already: never the end of a payment. */
const SAYS_DONE: ReadonlySet<string> = new Set(['DU03', 'ALAC', 'APAR'])
const DUPLICATE = 'DU03'

const REASONS: Readonly<Record<string, Reason>> = {
  AG07: 'insufficient_funds',
  AM02: 'limit',
  AM14: 'limit',
  AM21: 'limit',
  AC01: 'payer_unknown',
  AC04: 'payer_unknown',
  BE01: 'payer_unknown',
  BE23: 'payer_unknown',
  AC06: 'pin_locked',
  AB05: 'provider',
  AG10: 'provider',
  AM04: 'provider',
  FF10: 'provider',
  AG03: 'config',
  AG11: 'config',
}

const Request = Type.Object({
  txId: Type.String(),
  statut: Type.String(),
  statutRaison: Type.Optional(Type.String()),
  end2endId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
})
const Received = Type.Object({
  txId: Type.String(),
  statut: Type.String(),
  end2endId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  retourStatut: Type.Optional(Type.String()),
  retourStatutRaison: Type.Optional(Type.String()),
})
export type Received = Static<typeof Received>
/** RFC 7807. */
const ProblemAnswer = Type.Object({ title: Type.String(), detail: Type.Optional(Type.Unknown()) })

const PAYMENT: AnswerTable['fields'] = [
  { at: 'txId', tells: 'reference', isPromised: true },
  { at: 'statut', tells: 'kind', isPromised: true },
  { at: 'montant', tells: 'amount', isPromised: true },
  { at: 'payeAlias', tells: 'merchant', isPromised: false },
  { at: 'end2endId', tells: 'receipt', isPromised: false },
]

/** I19. No message names a currency: everything is in that of the union. */
export const PISPI_ANSWERS = {
  request: { message: 'requestPaid', says: 'paid', fields: PAYMENT },
  returned: { message: 'received', says: 'refunded', fields: PAYMENT },
  notice: {
    message: 'notice',
    says: 'paid',
    fields: [
      { at: 'txId', tells: 'reference', isPromised: true },
      { at: 'end2endId', tells: 'receipt', isPromised: true },
      { at: 'montant', tells: 'amount', isPromised: true },
    ],
  },
} as const satisfies Record<string, AnswerTable>

export function moneyOf(value: unknown, wire: Wire) {
  return wire.wireExponent[PISPI_CURRENCY] === 0 ? fromDecimal(value, PISPI_CURRENCY, wire) : fromWhole(value, PISPI_CURRENCY, wire)
}

export function paymentRequest(order: PaymentOrder, { alias, wire }: PispiAccount, { phone, now }: { phone: string; now: Date }): string {
  return JSON.stringify({
    txId: order.ref,
    payeurAlias: `+${phone}`,
    payeAlias: alias,
    montant: toWire(order.amount, wire),
    confirmation: false,
    categorie: CATEGORY,
    dateLimitePaiement: new Date(now.getTime() + PAYABLE_MS).toISOString(),
    motif: order.description.slice(0, MAX_MOTIVE),
  })
}

export function readRequested(answer: ProviderResponse, order: PaymentOrder, now: Date): StartResult {
  const request = readJson(answer.text, Request)
  if (!request) return readRefusal(answer)
  const { statut, statutRaison = '', end2endId } = request
  if (answer.status !== 200 || request.txId !== order.ref) throw new ProviderUnavailable('pispi answered about another payment', true)
  const provider = messageOf(request)
  // The platform knows the reference: a request may be on the payer's phone.
  if (statutRaison === DUPLICATE) throw new ProviderUnavailable('pispi knows this reference already', true)
  if (statut === 'REJETE') return { kind: 'rejected', reason: REASONS[statutRaison] ?? 'other', provider }
  if (statut !== 'ENVOYE' && statut !== 'IRREVOCABLE') throw unreadable(answer)
  const until = new Date(now.getTime() + PAYABLE_MS)
  return { kind: 'accepted', providerRef: end2endId ?? null, action: { type: 'approve-on-phone', until } }
}

function readRefusal(answer: ProviderResponse): StartResult {
  const { status, text } = answer
  const problem = readJson(text, ProblemAnswer)
  if (!problem || status < 400 || status >= 500 || status === 429) throw unreadable(answer)
  return { kind: 'rejected', reason: status === 400 ? 'provider' : 'config', provider: providerMessage(status, problem.title) }
}

/** The state of our request. Null: it was accepted, and the payment itself says more (`readReceived`). */
export function readRequestState(answer: ProviderResponse, attempt: AttemptRef, now: Date): Observation | 'accepted' {
  const request = readJson(answer.text, Request)
  if (!request) {
    const problem = readJson(answer.text, ProblemAnswer)
    if (!problem) throw unreadable(answer)
    const provider = providerMessage(answer.status, problem.title)
    return answer.status === 404 ? unknownToProvider(attempt, now, provider) : { state: 'unrecognised', provider }
  }
  const { statut, statutRaison = '' } = request
  const provider = messageOf(request)
  const state = stateIn(REQUEST_STATES, statut)
  if (state === 'paid') return 'accepted'
  if (request.txId !== attempt.ref) throw unreadable(answer)
  if (state === 'unrecognised') return { state, provider, needsReview: 'unknown-word' }
  if (state !== 'declined') return { state, provider }
  if (SAYS_DONE.has(statutRaison)) return { state: 'unrecognised', provider, needsReview: 'unknown-word' }
  if (statutRaison === EXPIRED) return { state: 'expired', provider }
  if (REFUSED_BY_PAYER.has(statutRaison)) return { state: 'cancelled', provider }
  return { state, final: true, reason: REASONS[statutRaison] ?? 'other', provider }
}

/** A request that was accepted is paid; what was returned of it since, the received payment says. */
export function readPaid(answer: ProviderResponse, received: Received | null, attempt: AttemptRef, account: PispiAccount): Observation {
  const provider = providerMessage('IRREVOCABLE', '')
  const claim = claimIn(readJson(answer.text, Type.Object({})), PISPI_ANSWERS.request, askedAbout(attempt, account), account)
  if (isDisagreement(claim)) return doubtful(provider, claim)
  if (!claim.amount) return doubtful(provider, { tells: 'amount', how: 'missing' })
  const returned = received && received.retourStatut !== undefined ? readReturn(received, attempt, account) : null
  if (returned && returned.state !== 'declined') return returned
  const providerTxnId = received?.end2endId ?? claim.receipt ?? attempt.providerRef ?? attempt.ref
  return { state: 'paid', amount: claim.amount, providerTxnId, provider }
}

/** The payment that answered our request; null where none is known under our reference. */
export function readReceived(answer: ProviderResponse, attempt: AttemptRef, account: PispiAccount): Received | null {
  const received = readJson(answer.text, Received)
  if (!received) {
    if (answer.status >= 400 && readJson(answer.text, ProblemAnswer)) return null
    throw unreadable(answer)
  }
  const written = { valueAt: jsonAt(received), money: () => null }
  if (!isOurs(PISPI_ANSWERS.returned, written, askedAbout(attempt, account))) throw unreadable(answer)
  return received
}

/** What became of a return of funds. It returns the whole payment. */
export function readReturn(received: Received, attempt: AttemptRef, account: PispiAccount): Observation {
  const { retourStatut = '', retourStatutRaison = '' } = received
  const provider = providerMessage(retourStatut, retourStatutRaison)
  const state = stateIn(RETURN_STATES, retourStatut)
  if (state === 'declined')
    return { state, final: true, reason: 'provider', provider: providerMessage(retourStatutRaison || retourStatut, '') }
  if (state !== 'refunded') return { state, provider }
  const claim = claimIn(received, PISPI_ANSWERS.returned, askedAbout(attempt, account), account)
  if (isDisagreement(claim)) return doubtfulRefund(provider, claim)
  return claim.amount ? { state, amount: claim.amount, provider } : { state: 'refunding', provider }
}

/** The answer to a return, which shows the payment too; null for a refusal. */
export function readReturned(answer: ProviderResponse, attempt: AttemptRef, account: PispiAccount): Observation {
  const received = answer.status === 200 ? readReceived(answer, attempt, account) : null
  if (received) return readReturn(received, attempt, account)
  const problem = readJson(answer.text, ProblemAnswer)
  if (!problem) throw unreadable(answer)
  const provider = providerMessage(answer.status, problem.title)
  // 403: older than ninety days.
  return answer.status === 403 ? { state: 'declined', final: true, reason: 'provider', provider } : { state: 'unrecognised', provider }
}

function askedAbout({ ref, amount }: Pick<AttemptRef, 'ref' | 'amount'>, { alias }: PispiAccount): AskedAbout {
  return { reference: ref, transaction: null, merchant: alias, kinds: ['IRREVOCABLE'], amount }
}

function claimIn(document: unknown, table: AnswerTable, asked: AskedAbout, { wire }: PispiAccount): Claim | ReturnType<typeof readClaim> {
  return readClaim(table, { valueAt: jsonAt(document), money: (value) => moneyOf(value, wire) }, asked)
}

function messageOf({ statut, statutRaison }: Static<typeof Request>): ProviderMessage {
  return providerMessage(statutRaison ?? statut, statut)
}
