import type { Clock } from '#server/clock.ts'
import { BRAND } from '#shared/brand.ts'
import { fillText } from '#shared/fill-text.ts'
import { SEPTETS_OF_ONE_SMS, septetsOf, toGsmText } from '#shared/gsm-text.ts'
import { Problem } from '#shared/problem.ts'
import { findPurchase } from '#features/purchase/server/purchase.store.ts'
import { moneyValues } from '../draft-screen.ts'
import type { MoneyState, Place, View } from '../places.ts'
import { readWords } from './read-words.ts'
import type { Caller, UssdParts } from './ussd-parts.ts'
import { claimPurchase, releasePurchase } from './ussd-purchases.store.ts'

const SMS_VALID_MINUTES = 24 * 60

/**
 * Asks for the money of a purchase whose price was on the screen before. Whatever is sent again meets the same order and the same attempt
 * (I16); the same wish in another session is asked about first. Who pays is who calls.
 */
export async function payFromMenu(parts: UssdParts, place: Place & { at: 'pay' }, caller: Caller): Promise<View> {
  const { db, clock, payments } = parts
  const { purchaseId, amount, way, isRepeat } = place
  const { visit, msisdn, asker, language } = caller
  const purchase = await findPurchase(db, purchaseId, clock.now())
  if (!purchase?.visitId.equals(visit.id)) throw new Problem('no-pending-payment')
  const wish = { visit, purchaseId, amount, way, payer: msisdn, asker, language }
  const orderId = await payments.begin(wish)
  const { productCode, msisdn: line, transactionType } = purchase.queryData
  const fingerprint = [transactionType, line, productCode ?? '', amount].join(' ')
  const claim = await claimPurchase(db, { purchaseId, orderId, msisdn, fingerprint, way, amount, isRepeat, now: clock.now() }, parts.caps)
  if (claim.kind === 'capped') return { at: 'problem', kind: 'airtime-cap' }
  if (claim.kind === 'twice') return twice(parts, claim, place)
  try {
    await payments.pay(orderId, wish)
  } catch (error) {
    // Once a provider was asked, what went wrong here is no answer of its: the state of the order is.
    if (await releasePurchase(db, purchaseId)) throw error
    parts.onError(error)
  }
  const state = await payments.read(orderId)
  if (!state) throw new Problem('not-found')
  await tellBySms(parts, { orderId, state }, caller)
  return { at: 'asked', state }
}

async function twice(
  { payments, clock }: { payments: UssdParts['payments']; clock: Clock },
  { orderId, askedAt }: { orderId: string; askedAt: Date },
  place: Place & { at: 'pay' },
): Promise<View> {
  const state = await payments.read(orderId)
  if (!state) throw new Problem('not-found')
  const minutes = Math.max(1, Math.round((clock.now().getTime() - askedAt.getTime()) / 60_000))
  return { at: 'twice', state, minutes, pay: { ...place, isRepeat: true } }
}

/** USSD-7: the link to state and receipt, for whoever called. Its loss costs nobody anything: the menu tells the state too, and the money has SMS of its own. */
async function tellBySms(
  parts: UssdParts,
  { orderId, state }: { orderId: string; state: MoneyState },
  { msisdn, language }: Caller,
): Promise<void> {
  const words = await readWords(parts.content, language)
  const link = `${parts.publicOrigin}/payment/status?id=${orderId}`
  const full = fillText(words.texts.sms, { ...moneyValues(state, words), link })
  const text = septetsOf(toGsmText(full)) <= SEPTETS_OF_ONE_SMS ? full : `${BRAND.name} ${state.reference} ${link}`
  const sms = { reference: `${state.reference}-ussd`, to: msisdn, text, validForMinutes: SMS_VALID_MINUTES }
  // Nobody at a phone waits for the SMS centre.
  void parts.sms.send(sms).catch(parts.onError)
}
