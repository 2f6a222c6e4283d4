import type { WalletName } from '../demo-identities.ts'

/** What tells one wallet of this protocol from another. */
export type GsmaProfile = {
  face: 'money' | 'smartcash'
  wallet: WalletName
  base: string
  apiKey: string
  /** The merchant's identity there, an `organisationid`. */
  merchant: string
  /** The operator's own number for a wrong PIN. */
  wrongPinCode: string
}

export const LOCKED_CODE = '1006'

/** How long a payer is asked, and how long a key for PINs lives. */
export const PROMPT_LIFE_MS = 2 * 60_000
export const KEY_LIFE_MS = 5 * 60_000
