import { ABROAD_AND_BUSINESS_OFFERS } from './abroad-and-business-offers.ts'
import { DATA_OFFERS } from './data-offers.ts'
import { INTERNET_OFFERS } from './internet-offers.ts'
import type { Offer } from './offer.ts'
import { VOICE_AND_SMS_OFFERS } from './voice-and-sms-offers.ts'

/** The operator's whole catalogue, in the order in which it is answered. */
export const EVERY_OFFER: readonly Offer[] = [...DATA_OFFERS, ...INTERNET_OFFERS, ...VOICE_AND_SMS_OFFERS, ...ABROAD_AND_BUSINESS_OFFERS]

const byCode = new Map(EVERY_OFFER.map((offer) => [offer.code, offer]))

export function findOffer(code: string): Offer | undefined {
  return byCode.get(code)
}
