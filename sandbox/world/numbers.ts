import { COUNTRY_CODE } from '../demo-identities.ts'

/** Parses a number as people and protocols write it into its eight national digits, or null. */
export function nationalNumber(text: string): string | null {
  const compact = text.replace(/[\s.-]/g, '')
  const national = compact.replace(new RegExp(`^(?:\\+|00)?${COUNTRY_CODE}(?=\\d{8}$)`), '')
  return /^\d{8}$/.test(national) ? national : null
}

/** The operator's own numbers begin with 8 or 9. */
export function isOperatorNumber(msisdn: string): boolean {
  return /^[89]\d{7}$/.test(msisdn)
}

export function spacedNumber(msisdn: string): string {
  return msisdn.replace(/(\d{2})(?=\d)/g, '$1 ')
}
