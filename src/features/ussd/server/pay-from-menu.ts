import type { Clock } from '#server/clock.ts'
import { OPERATOR } from '#operator-record'
import { fillText } from '#shared/fill-text.ts'
import { SEPTETS_OF_ONE_SMS, septetsOf, toGsmText } from '#shared/gsm-text.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { findPurchase } from '#features/purchase/server/purchase.store.ts'
import { moneyValues } from '../draft-screen.ts'
import type { MoneyState, Place, View } from '../places.ts'
import { readWords } from './read-words.ts'
import type { UssdUser, UssdDeps } from './ussd-deps.ts'
import { claimPurchase, releasePurchase } from './ussd-purchases.store.ts'

const SMS_VALID_MINUTES = 24 * 60

/**
 * Requests payment for a purchase whose price was on the previous screen. Repeated requests reach the same order and attempt (I16). The
 * same purchase in another session needs a confirmation first. The caller pays.
 */
export async function payFromMenu(parts: UssdDeps, place: Place & { at: 'pay' }, ussdUser: UssdUser): Promise<View> {
  const { db, clock, payments } = parts
  const { purchaseId, amount, way, isRepeat } = place
  const { visit, msisdn, caller, language } = ussdUser
  const purchase = await findPurchase(db, purchaseId, clock.now())
  if (!purchase?.visitId.equals(visit.id)) throw new Problem('no-pending-payment')
  const request = { visit, purchaseId, amount, way, payer: msisdn, caller, language }
  const orderId = await payments.begin(request)
  const { productCode, msisdn: line, transactionType } = purchase.queryData
  const fingerprint = [transactionType, line, productCode ?? '', amount].join(' ')
  const claim = await claimPurchase(db, { purchaseId, orderId, msisdn, fingerprint, way, amount, isRepeat, now: clock.now() }, parts.caps)
  if (claim.kind === 'capped') return { at: 'problem', kind: 'airtime-cap' }
  if (claim.kind === 'twice') return twice(parts, { ...claim, msisdn }, place)
  try {
    await payments.pay(orderId, request)
  } catch (error) {
    // After a request to a provider, an error here does not decide the result: the state of the order does.
    if (await releasePurchase(db, purchaseId)) throw error
    parts.onError(error)
  }
  const state = await payments.read(orderId, msisdn)
  if (!state) throw new Problem('not-found')
  await tellBySms(parts, { orderId, state }, ussdUser)
  return { at: 'asked', state }
}

async function twice(
  { payments, clock }: { payments: UssdDeps['payments']; clock: Clock },
  { orderId, askedAt, msisdn }: { orderId: string; askedAt: Date; msisdn: MobileNumber },
  place: Place & { at: 'pay' },
): Promise<View> {
  const state = await payments.read(orderId, msisdn)
  if (!state) throw new Problem('not-found')
  const minutes = Math.max(1, Math.round((clock.now().getTime() - askedAt.getTime()) / 60_000))
  return { at: 'twice', state, minutes, pay: { ...place, isRepeat: true } }
}

/**
 * USSD-7: sends the caller the link to state and receipt. Losing this SMS is harmless: the menu shows the state, and payments have SMS of
 * their own.
 */
async function tellBySms(
  parts: UssdDeps,
  { orderId, state }: { orderId: string; state: MoneyState },
  { msisdn, language }: UssdUser,
): Promise<void> {
  const words = await readWords(parts.content, language)
  const link = `${parts.publicOrigin}/payment/status?id=${orderId}`
  const full = fillText(words.texts.sms, { ...moneyValues(state, words), link })
  const text = septetsOf(toGsmText(full)) <= SEPTETS_OF_ONE_SMS ? full : `${OPERATOR.brand.name} ${state.reference} ${link}`
  const sms = { reference: `${state.reference}-ussd`, to: msisdn, text, validForMinutes: SMS_VALID_MINUTES }
  // The phone's answer does not wait for the SMS centre.
  void parts.sms.send(sms).catch(parts.onError)
}
