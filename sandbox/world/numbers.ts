import { COUNTRY, NUMBER_LENGTHS, OWN_PREFIXES } from '../operator.ts'

const INTERNATIONAL = new RegExp(`^(?:\\+|00)?${COUNTRY.dialCode}(?=(?:${NUMBER_LENGTHS.map((length) => `\\d{${length}}`).join('|')})$)`)

/** Parses a number as people and protocols write it into its national digits, or null. */
export function nationalNumber(text: string): string | null {
  const compact = text.replace(/[\s.-]/g, '').replace(INTERNATIONAL, '')
  const national = compact.startsWith(COUNTRY.trunkPrefix) ? compact.slice(COUNTRY.trunkPrefix.length) : compact
  return /^\d+$/.test(national) && NUMBER_LENGTHS.includes(national.length) ? national : null
}

/** A number in the format of the protocols: 22790000001. */
export function internationalNumber(msisdn: string): string {
  return `${COUNTRY.dialCode}${msisdn}`
}

export function isOperatorNumber(msisdn: string): boolean {
  return nationalNumber(msisdn) === msisdn && OWN_PREFIXES.some((prefix) => msisdn.startsWith(prefix))
}

export function spacedNumber(msisdn: string): string {
  const groups = COUNTRY.numberGroups.find((sizes) => sizes.reduce((sum, size) => sum + size, 0) === msisdn.length) ?? []
  let at = 0
  return [...groups.map((size) => msisdn.slice(at, (at += size))), msisdn.slice(at)].filter(Boolean).join(' ')
}
