import type { WalletName } from '../demo-identities.ts'

/** The differences between wallets of this protocol. */
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

/** The lifetime of a prompt and of a key for PINs. */
export const PROMPT_LIFE_MS = 2 * 60_000
export const KEY_LIFE_MS = 5 * 60_000
