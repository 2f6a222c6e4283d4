import type { WalletTexts } from './hub-texts.ts'

/** Texts of the steps before the PIN dialog, which has its own. */
export const PIN_TEXTS = ['pinNeedsScript', 'preparing', 'noAnswer'] as const satisfies readonly (keyof WalletTexts)[]

export type PinTexts = Pick<WalletTexts, (typeof PIN_TEXTS)[number]>
