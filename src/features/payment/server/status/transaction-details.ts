import type { QueryData } from '#features/purchase/contract.ts'
import { shownToLine, shownToPayer, shownToStrangers } from '#features/purchase/shown-purchase.ts'
import { wordedPurchase, type BundleNames } from '#features/purchase/server/worded-purchase.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { Language } from '#shared/language.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { toMajor } from '#shared/money.ts'
import type { Clock } from '#server/clock.ts'
import { qrCode } from '#server/qr-code.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { TransactionDetails } from '../../contract.ts'
import { boughtKind, bundleEnd } from '../../bought-kind.ts'
import { airtimeMode, PAYMENT_MODES } from '#shared/payment-codes.ts'
import { CONNECTORS } from '#shared/connector-table.ts'
import { deliveryDeadline, NOT_OWED } from '../../engine/apply-work.ts'
import { promisesSms } from '../../engine/messages.ts'
import { excessOf, publicStatus, type MoneyWord } from '../../engine/public-status.ts'
import type { Attempt, PaymentState } from '../../engine/records.ts'
import type { LeftBy } from '../webhooks/left-pages.store.ts'
import type { OrderExtras, PostgresPaymentStore } from '../orders/payment.store.ts'
import { wasAlsoPaid } from '../orders/rivals.store.ts'

/** STAT-4: all data of the status page. A reader with only the link sees the state, the amount and a masked number. */
export async function transactionDetails(
  parts: { store: PostgresPaymentStore; db: Database; clock: Clock; names: BundleNames; codes?: Pick<OneTimeCodes, 'hasProven'> },
  { transactionId, language }: { transactionId: string; language: Language },
  visit: Visit | null,
): Promise<TransactionDetails | null> {
  const kept = await parts.store.readWithExtras(transactionId)
  if (!kept) return null
  const isOwner = visit !== null && !visit.hasPreviousCookie && kept.extras.visitId.equals(visit.id)
  const seesLine = await hasProvenLine(parts.codes, kept.state, visit)
  // A payer who switches the language gets SMS in it.
  if (isOwner && language !== kept.extras.language) await parts.store.changeLanguage(transactionId, language)
  const attempt = kept.state.attempts.at(-1)
  const [steps, leftBy, reasonCode, isAlsoPaid] = await Promise.all([
    stepsOf(parts.db, kept.state),
    attempt ? parts.store.readLeft(attempt.id) : null,
    attempt && isUnexplained(attempt) ? refusalCode(parts.db, attempt) : '',
    wasAlsoPaid(parts.db, kept.state.order),
  ])
  const queryData = wordedPurchase(kept.extras.queryData, language, parts.names)
  const reader = { isOwner, seesLine, now: parts.clock.now() }
  return describe(kept.state, { ...kept.extras, queryData }, reader, { steps, leftBy, reasonCode, isAlsoPaid })
}

/** FIND-2: a visit that proved the number a payment is for may read that number; the payer's stays masked. */
async function hasProvenLine(codes: Pick<OneTimeCodes, 'hasProven'> | undefined, { order }: PaymentState, visit: Visit | null) {
  const { msisdn } = order.delivery
  return codes !== undefined && visit !== null && msisdn !== null && codes.hasProven({ msisdn, purpose: 'FIND', visit })
}

type Seen = { steps: TransactionDetails['steps']; leftBy: LeftBy | null; reasonCode: string; isAlsoPaid: boolean }

type Extras = OrderExtras & { queryData: QueryData }

type Reader = { isOwner: boolean; seesLine: boolean; now: Date }

function describe(
  state: PaymentState,
  extras: Extras,
  { isOwner, seesLine, now }: Reader,
  { steps, leftBy, reasonCode, isAlsoPaid }: Seen,
): TransactionDetails {
  const { status, money } = publicStatus(state, now)
  const query = (seesLine ? shownToLine : isOwner ? shownToPayer : shownToStrangers)(extras.queryData)
  const attempt = state.attempts.find((each) => each.isWinner) ?? state.attempts.at(-1)
  const left = isOwner && attempt ? howLeft(attempt, money, leftBy) : null
  return {
    status,
    transactionStatus: status,
    transactionId: state.order.id,
    refTransactionId: state.order.reference,
    transactionType: query.transactionType,
    paymentMode: attempt ? paidBy(attempt, query.lineType) : '',
    paymentGateway: attempt?.connector ?? '',
    currencyCode: state.order.amount.currency,
    amount: toMajor(state.order.amount),
    paidIn: attempt ? paidIn(attempt, extras.quote) : null,
    excess: shownExcess(state),
    msisdn: query.msisdn,
    mobileNumber: query.msisdn,
    accountId: query.invoiceDetail?.accountNo ?? '',
    invoiceNumber: query.invoiceDetail?.invoiceNo ?? '',
    bundleDescription: query.description,
    productCode: query.productCode,
    bundleEnd: endOfBundle(query, steps),
    statusReason: subjectReason(state.order, isAlsoPaid) ?? (attempt ? shownReason(attempt, leftBy) : ''),
    reasonCode: isOwner ? reasonCode : '',
    metaInfo: { leadId: isOwner ? (query.metaInfo?.leadId ?? null) : null },
    money,
    tellsBySms: promisesSms(state, now),
    left,
    approveUntil: isOwner && attempt ? approvalEnd(attempt) : null,
    ...(isOwner && attempt && approvalEnd(attempt) !== null && approvalStep(attempt)),
    deliverBy: money === 'taken' ? deliveryDeadline(state.order) : null,
    payerMobile: isOwner && attempt?.isPush ? attempt.payer.msisdn : null,
    otherWaiting: isOwner ? otherWaiting(state.attempts, attempt) : null,
    steps,
    redirectPage: pathInsidePortal(query.redirectPage),
    busyUntil: isOwner && attempt?.retryAt && attempt.retryAt > now ? attempt.retryAt.toISOString() : null,
    purchaseToPay: isOwner && (money === 'not-taken' || money === 'other-way' || left) ? extras.purchaseId : null,
    isFinal: (status === 'SUCCESS' || status === 'FAILED' || status === 'CANCELLED') && !isComingBack(money),
    isOwner,
  }
}

function paidBy({ connector }: Attempt, lineType: string): string {
  return connector === 'airtime' ? airtimeMode(lineType) : PAYMENT_MODES[CONNECTORS[connector].paymentMode]
}

function endOfBundle(query: QueryData, steps: Seen['steps']): string | null {
  const delivered = steps.find(({ kind }) => kind === 'delivered')
  if (!delivered || boughtKind(query.transactionType) !== 'bundle') return null
  return bundleEnd(new Date(delivered.at), query)?.toISOString() ?? null
}

/** CARD-4, CARD-5: shown on the page until the provider reports something else. */
function howLeft({ isPush, reason }: Attempt, money: MoneyWord, leftBy: LeftBy | null): TransactionDetails['left'] {
  if (leftBy === null || money !== 'waiting' || isPush) return null
  if (leftBy === 'cancel') return 'cancelled'
  return reason ? 'declined' : null
}

/** I18: two payments for one subject. A refunded payer reads why; the other payer reads that the first is refunded. */
function subjectReason({ refusal, fulfilment }: PaymentState['order'], isAlsoPaid: boolean): string | null {
  if (refusal === NOT_OWED) return 'not_owed'
  return fulfilment === 'DONE' && isAlsoPaid ? 'also_paid' : null
}

/** A cancel followed by a timeout is shown as a cancel. */
function shownReason({ reason }: Attempt, leftBy: LeftBy | null): string {
  return reason === 'expired' && leftBy === 'cancel' ? 'payer_declined' : (reason ?? '')
}

/** The provider refused with a reason of its own. */
function isUnexplained({ reason }: Attempt): boolean {
  return reason === 'provider' || reason === 'other'
}

/** The payer reads it out to support on the phone: short and plain, and with a digit, for a word of a protocol (`genericError`) says nothing. */
const SHOWN_CODE = /^(?=.*\d)[A-Za-z0-9_.-]{1,20}$/

async function refusalCode(db: Database, { id }: Attempt): Promise<string> {
  const row = await db
    .selectFrom('pay_event')
    .select('code')
    .where('attempt_id', '=', id)
    .where('kind', '=', 'seen-declined')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return SHOWN_CODE.test(row?.code ?? '') ? (row?.code ?? '') : ''
}

function shownExcess(state: PaymentState): TransactionDetails['excess'] {
  const found = excessOf(state)
  return found && { currencyCode: found.excess.currency, amount: toMajor(found.excess), isReturned: found.isReturned }
}

function isComingBack(money: MoneyWord): boolean {
  return money === 'coming-back' || money === 'second-coming-back' || money === 'delivered-coming-back'
}

/** HUB-4: the order's quote is the latest that was agreed; an attempt at another rate has no time. */
function paidIn({ asked, rate }: Attempt, quote: OrderExtras['quote']): TransactionDetails['paidIn'] {
  if (rate === null) return null
  const isThisQuote = quote?.rate === rate && quote.asked.currency === asked.currency
  return { currencyCode: asked.currency, amount: toMajor(asked), rate, rateAt: isThisQuote ? (quote.at ?? null) : null }
}

/** I6: of a purchase that is paid, a request that could still be accepted. */
function otherWaiting(attempts: readonly Attempt[], paying: Attempt | undefined): string | null {
  if (!paying?.isWinner) return null
  return attempts.find((each) => each !== paying && approvalEnd(each) !== null)?.payer.msisdn ?? null
}

/** MM-2: only while the request waits on the phone. */
function approvalEnd({ state, action, doubt }: Attempt): string | null {
  // A payer reported as paid must not be told to accept a request, nor that nothing was taken.
  return state === 'WAITING' && doubt === null && action?.type === 'approve-on-phone' ? action.until.toISOString() : null
}

/** As a dialler takes it: nothing else becomes a link. */
const DIALLED = /^[*#0-9]{2,60}$/
const MAX_QR_CHARACTERS = 700

/** What comes from a provider is shown only in its own form. */
function approvalStep({ action }: Attempt): Pick<TransactionDetails, 'approveBy'> {
  const by = action?.type === 'approve-on-phone' ? action.by : undefined
  if (by?.type === 'type-code' && DIALLED.test(by.code)) return { approveBy: by }
  if (by?.type !== 'scan-qr' || by.content === '' || by.content.length > MAX_QR_CHARACTERS) return {}
  return { approveBy: { type: 'scan-qr', qr: qrCode(by.content) } }
}

/** The ledger events that a visitor cares about. */
const SHOWN_STEPS = new Map<string, TransactionDetails['steps'][number]['kind']>(
  Object.entries({
    'attempt-begun': 'asked',
    'seen-paid': 'paid',
    'seen-declined': 'declined',
    'seen-cancelled': 'cancelled',
    'seen-expired': 'expired',
    delivered: 'delivered',
    'delivery-refused': 'refused',
    'delivery-stopped': 'refused',
    'refund-asked': 'refund-asked',
    'seen-refunded': 'refunded',
    'refund-recorded': 'refunded',
  } as const),
)

/** Not told any more once another attempt has paid. */
const UNPAID_ENDS: ReadonlySet<string> = new Set(['seen-declined', 'seen-cancelled', 'seen-expired'])

async function stepsOf(db: Database, { order, attempts }: PaymentState): Promise<TransactionDetails['steps']> {
  const rows = await db
    .selectFrom('pay_event')
    .select(['kind', 'at', 'attempt_id', 'from_state', 'to_state'])
    .where('order_id', '=', order.id)
    .where('kind', 'in', [...SHOWN_STEPS.keys()])
    .orderBy('id')
    .limit(40)
    .execute()
  const isPaid = attempts.some(({ isWinner }) => isWinner)
  return rows
    .filter((row) => row.from_state !== row.to_state && !(isPaid && UNPAID_ENDS.has(row.kind)))
    .flatMap((row) => {
      const kind = SHOWN_STEPS.get(row.kind)
      const gateway = attempts.find((attempt) => attempt.id === row.attempt_id)?.connector ?? null
      return kind ? [{ kind, at: row.at.toISOString(), gateway }] : []
    })
}
