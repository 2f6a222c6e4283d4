import { randomInt } from 'node:crypto'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import type { PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import type { PacedQuestions } from '#features/payment/server/paced-questions.ts'
import type { PostgresPaymentStore } from '#features/payment/server/payment.store.ts'
import { transactionDetails } from '#features/payment/server/transaction-details.ts'
import type { BundleNames } from '#features/purchase/server/worded-purchase.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { allowedClaims, CASE_HOURS, CLAIM_WORDS, isAnswered, type ClaimKind } from '../claim-rules.ts'
import type { ClaimCase } from '../contract.ts'
import * as cases from './case.store.ts'

type Claimant = { transactionId: string; visit: Visit; asker: Asker; language: Language }
type Claim = Claimant & { kind: ClaimKind; words: string; isInsisting: boolean }

export type Claims = {
  read(claimant: Claimant): Promise<{ details: TransactionDetails; allowed: ClaimKind[]; last: ClaimCase | null }>
  make(claim: Claim): Promise<{ details: TransactionDetails; operatorReference: string | null; opened: ClaimCase | null }>
  /** Sends what is still to be told about cases; a message that surely did not leave is tried again the next time. */
  tell(): Promise<void>
}

type Parts = {
  db: Database
  clock: Clock
  budgets: Budgets
  codes: Pick<OneTimeCodes, 'hasProven'>
  store: PostgresPaymentStore
  engine: Pick<PaymentEngine, 'work'>
  questions: PacedQuestions
  names: BundleNames
  content: SiteContent
  sms: SmsSender
  onError: (error: unknown) => void
}

const MOST_TOLD = 50
const SMS_MINUTES = 24 * 60

export function openClaims(parts: Parts): Claims {
  const { db, clock, budgets, store, engine, questions, names, codes } = parts

  /**
   * Whoever proved a number of it. Everybody else's does not exist, also for the visit that began it: anybody may begin to pay for anybody's number,
   * and a case writes to that number.
   */
  async function claimantOf({ transactionId, visit }: Claimant): Promise<{ state: PaymentState; msisdn: MobileNumber }> {
    const kept = await store.readWithExtras(transactionId)
    if (!kept) throw new Problem('not-found')
    const numbers = [kept.state.order.delivery.msisdn, ...kept.state.attempts.map(({ payer }) => payer.msisdn)].filter(isMobileNumber)
    for (const msisdn of new Set(numbers))
      if (await codes.hasProven({ msisdn, purpose: 'FIND', visit })) return { state: kept.state, msisdn }
    throw new Problem('not-found')
  }

  async function detailsFor({ transactionId, language, visit }: Claimant): Promise<TransactionDetails> {
    const details = await transactionDetails({ store, db, names, codes }, { transactionId, language }, visit)
    if (!details) throw new Problem('not-found')
    return details
  }

  /** Provider and operator are asked once more, at most as often as anybody may make us ask. */
  async function askAround({ order, attempts }: PaymentState): Promise<void> {
    for (const { id } of attempts) await questions.ask({ orderId: order.id, attemptId: id })
    await engine.work(order.id)
  }

  return {
    async read(claimant) {
      await budgets.spend('payments', claimant.asker)
      await claimantOf(claimant)
      const [details, last] = await Promise.all([detailsFor(claimant), cases.lastCase(db, claimant.transactionId)])
      return { details, allowed: allowedClaims(details), last: last && shown(last) }
    },

    async make(claim) {
      const { transactionId: orderId, kind, language } = claim
      await budgets.spend('payments', claim.asker)
      const { state, msisdn } = await claimantOf(claim)
      await askAround(state)
      const details = await detailsFor(claim)
      const operatorReference = (await store.read(orderId))?.order.operatorReference ?? null
      if (!allowedClaims(details).includes(kind)) throw new Problem('claim-not-possible')
      if (!claim.isInsisting && isAnswered(kind, details)) return { details, operatorReference, opened: null }
      const openedAt = clock.now()
      const dueAt = new Date(openedAt.getTime() + CASE_HOURS * 3_600_000)
      const words = maskSecrets(claim.words.trim()).slice(0, CLAIM_WORDS)
      await cases.openCase(db, { number: newNumber(), orderId, kind, msisdn, language, words, openedAt, dueAt })
      const opened = await cases.lastCase(db, orderId)
      if (opened) await tellCase(parts, opened).catch(parts.onError)
      return { details, operatorReference, opened: opened && shown(opened) }
    },

    async tell() {
      for (const untold of await cases.untoldCases(db, MOST_TOLD)) await tellCase(parts, untold).catch(parts.onError)
    },
  }
}

/** FIND-3: an SMS at each step, in the language of whoever claimed. */
async function tellCase({ db, content, sms }: Parts, kept: cases.KeptCase): Promise<void> {
  for (const message of ['opened', 'closed'] as const) {
    if (kept.told.includes(message) || (message === 'closed' && !kept.closedAt) || !(await cases.takeMessage(db, kept.id, message)))
      continue
    const texts = await content.readAsWritten('find-translation', kept.language)
    const text = fillText(String(texts[`sms_${message}`]), { number: kept.number, answer: kept.answer ?? '' })
    const { kind } = await sms.send({ reference: `${kept.number}-${message}`, to: kept.msisdn, text, validForMinutes: SMS_MINUTES })
    // An answer that did not come may have been a sent SMS: better none twice than one too many.
    if (kind === 'unavailable') await cases.giveMessageBack(db, kept.id, message)
  }
}

function shown({ number, kind, openedAt, dueAt, closedAt, answer }: cases.KeptCase): ClaimCase {
  return { number, kind, openedAt: openedAt.toISOString(), dueAt: dueAt.toISOString(), closedAt: closedAt?.toISOString() ?? null, answer }
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 'C' and seven characters that nobody misreads: it is told on the phone, and opens nothing. */
function newNumber(): string {
  return `C${Array.from({ length: 7 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
}
