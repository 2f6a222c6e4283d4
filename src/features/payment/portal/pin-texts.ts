import type { WalletTexts } from './hub-texts.ts'

/** What the way to a PIN says before its dialog, which brings its own words. */
export const PIN_TEXTS = ['pinNeedsScript', 'preparing', 'noAnswer'] as const satisfies readonly (keyof WalletTexts)[]

export type PinTexts = Pick<WalletTexts, (typeof PIN_TEXTS)[number]>
