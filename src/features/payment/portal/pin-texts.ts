import type { WalletTexts } from './hub-texts.ts'

/** What the way to a PIN says; the rest of the package does not travel. */
export const PIN_TEXTS = [
  'pinNeedsScript',
  'preparing',
  'noAnswer',
  'pinTitle',
  'pinLabel',
  'pinHint',
  'pinNobodyAsks',
  'pinIncomplete',
  'pinNotSealed',
  'attemptsLeft',
  'lastAttempt',
  'paying',
  'close',
] as const satisfies readonly (keyof WalletTexts)[]

export type PinTexts = Pick<WalletTexts, (typeof PIN_TEXTS)[number]>
