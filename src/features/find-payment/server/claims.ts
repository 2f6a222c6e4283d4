import { OPERATOR } from '#operator-record'
import { randomInt } from 'node:crypto'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import type { PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import type { LimitedQueries } from '#features/payment/server/webhooks/limited-queries.ts'
import type { PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import { transactionDetails } from '#features/payment/server/status/transaction-details.ts'
import type { BundleNames } from '#features/purchase/server/worded-purchase.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { COUNTED_LIMITS } from '#server/limits/rate-limits.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { visibleText } from '#shared/visible-text.ts'
import { allowedClaims, CLAIM_WORDS, isAnswered, type ClaimKind } from '../claim-rules.ts'
import type { ClaimCase } from '../contract.ts'
import * as cases from './case.store.ts'

type Claimant = { transactionId: string; visit: Visit; caller: Caller; language: Language }
type Told = Claimant & { kind: ClaimKind; words: string; msisdn?: string }
type Claim = Told & { isInsisting: boolean }
type ClaimByDetails = Told & { amount: number; day: string }

/** CLAIM-1: what the number in a case is encrypted for. */
export const RIGHT_NUMBER = 'claim-number'

export type Claims = {
  read(claimant: Claimant): Promise<{ details: TransactionDetails; allowed: ClaimKind[]; last: ClaimCase | null }>
  make(claim: Claim): Promise<{ details: TransactionDetails; operatorReference: string | null; opened: ClaimCase | null }>
  /** CLAIM-1: the reply goes to the number that the visit proved last. */
  makeByDetails(claim: ClaimByDetails): Promise<ClaimCase>
  /** Sends pending SMS about cases. A message that was certainly not sent is retried the next time. */
  tell(): Promise<void>
}

type Deps = {
  db: Database
  clock: Clock
  rateLimiter: RateLimiter
  codes: Pick<OneTimeCodes, 'hasProven' | 'provenNumber'>
  cipher: FieldCipher
  store: PostgresPaymentStore
  engine: Pick<PaymentEngine, 'work'>
  questions: LimitedQueries
  names: BundleNames
  content: SiteContent
  sms: SmsSender
  onError: (error: unknown) => void
}

const MAX_TOLD = 50
const SMS_MINUTES = 24 * 60
const DAY_MS = 24 * 3_600_000

export function createClaims(parts: Deps): Claims {
  const { db, clock, rateLimiter, store, engine, questions, names, codes } = parts

  /**
   * Only visits that proved a number of the payment may claim. For all others it does not exist, even for the visit that began it: anyone
   * can begin a payment for any number, and a case sends SMS to that number.
   */
  async function claimantOf({ transactionId, visit }: Claimant): Promise<{ state: PaymentState; msisdn: MobileNumber }> {
    const kept = await store.readWithExtras(transactionId)
    // Abuse 92: an order without a payment request is no payment, as in the list.
    if (!kept || kept.state.attempts.length === 0) throw new Problem('not-found')
    const numbers = [kept.state.order.delivery.msisdn, ...kept.state.attempts.map(({ payer }) => payer.msisdn)].filter((number) =>
      isMobileNumber(number),
    )
    for (const msisdn of new Set(numbers))
      if (await codes.hasProven({ msisdn, purpose: 'FIND', visit })) return { state: kept.state, msisdn }
    throw new Problem('not-found')
  }

  async function detailsFor({ transactionId, language, visit }: Claimant): Promise<TransactionDetails> {
    const details = await transactionDetails({ store, db, clock, names, codes }, { transactionId, language }, visit)
    if (!details) throw new Problem('not-found')
    return details
  }

  /** Asks provider and operator once more, within the rate limit of such queries. */
  async function askAround({ order, attempts }: PaymentState): Promise<void> {
    for (const { id } of attempts) await questions.ask({ orderId: order.id, attemptId: id })
    await engine.work(order.id)
  }

  return {
    async read(claimant) {
      await rateLimiter.consume('payments', claimant.caller)
      await claimantOf(claimant)
      const [details, last] = await Promise.all([detailsFor(claimant), cases.lastCase(db, claimant.transactionId)])
      return { details, allowed: allowedClaims(details), last: last && shown(last) }
    },

    async make(claim) {
      const { transactionId: orderId, kind } = claim
      await rateLimiter.consume('payments', claim.caller)
      const { state, msisdn } = await claimantOf(claim)
      await askAround(state)
      const details = await detailsFor(claim)
      const operatorReference = (await store.read(orderId))?.order.operatorReference ?? null
      if (!allowedClaims(details).includes(kind)) throw new Problem('claim-not-possible')
      if (!claim.isInsisting && isAnswered(kind, details)) return { details, operatorReference, opened: null }
      const opened = await openCaseOf(parts, claim, msisdn)
      return { details, operatorReference, opened: opened && shown(opened) }
    },

    async makeByDetails(claim) {
      await rateLimiter.consume('payments', claim.caller)
      const msisdn = await codes.provenNumber({ purpose: 'FIND', visit: claim.visit })
      if (!msisdn) throw new Problem('code-user-unknown')
      const kept = await store.readWithExtras(claim.transactionId)
      if (!kept || !isKnownTo(claim, kept.state)) throw new Problem('claim-no-match')
      const opened = await openCaseOf(parts, claim, msisdn)
      if (opened?.msisdn !== msisdn) throw new Problem('claim-open')
      return shown(opened)
    },

    async tell() {
      for (const untold of await cases.untoldCases(db, MAX_TOLD)) await tellCase(parts, untold).catch(parts.onError)
    },
  }
}

async function openCaseOf(parts: Deps, claim: Told, msisdn: MobileNumber): Promise<cases.StoredCase | null> {
  const { db, clock, cipher, onError } = parts
  const { transactionId: orderId, kind, language } = claim
  const openedAt = clock.now()
  const dueAt = new Date(openedAt.getTime() + OPERATOR.law.claimAnswerHours * 3_600_000)
  const words = maskSecrets(visibleText(claim.words)).slice(0, CLAIM_WORDS)
  const rightNumber = kind === 'wrong-number' && claim.msisdn ? cipher.encrypt(RIGHT_NUMBER, claim.msisdn) : null
  const allowance = { most: COUNTED_LIMITS.casesOfNumber.most, since: new Date(openedAt.getTime() - DAY_MS) }
  const wanted = { number: newNumber(), orderId, kind, msisdn, language, words, rightNumber, openedAt, dueAt }
  if (!(await cases.openCase(db, wanted, allowance))) throw new Problem('claim-limit-reached')
  const opened = await cases.lastCase(db, orderId)
  if (opened) await tellCase(parts, opened).catch(onError)
  return opened
}

/** CLAIM-1: the amount that was asked for, and the day on which it was. */
function isKnownTo({ amount, day }: ClaimByDetails, { order, attempts }: PaymentState): boolean {
  const isAmount = [order.amount, ...attempts.map(({ asked }) => asked)].some((asked) => toMajor(asked) === amount)
  return isAmount && attempts.some(({ createdAt }) => calendarDay(createdAt) === day)
}

/** FIND-3: sends an SMS at each step, in the language of the claim. */
async function tellCase({ db, content, sms }: Deps, kept: cases.StoredCase): Promise<void> {
  for (const message of ['opened', 'closed'] as const) {
    if (kept.told.includes(message) || (message === 'closed' && !kept.closedAt) || !(await cases.takeMessage(db, kept.id, message)))
      continue
    const texts = await content.readAsWritten('find-translation', kept.language)
    const text = fillText(String(texts[`sms_${message}`]), { number: kept.number, answer: kept.answer ?? '' })
    const { kind } = await sms.send({ reference: `${kept.number}-${message}`, to: kept.msisdn, text, validForMinutes: SMS_MINUTES })
    // Without an answer the SMS may have been sent, so it is not repeated: a missing SMS is better than a duplicate.
    if (kind === 'unavailable') await cases.giveMessageBack(db, kept.id, message)
  }
}

function shown({ number, kind, openedAt, dueAt, closedAt, answer }: cases.StoredCase): ClaimCase {
  return { number, kind, openedAt: openedAt.toISOString(), dueAt: dueAt.toISOString(), closedAt: closedAt?.toISOString() ?? null, answer }
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 'C' and seven unambiguous characters. It is read out on the phone, and gives no access to anything. */
function newNumber(): string {
  return `C${Array.from({ length: 7 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
}
