import type { FieldCipher } from '#server/security/field-cipher.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'

/** No address, and so no log and no history of a browser, holds a subscriber's number: a search for one is encrypted in it. */
const PURPOSE = 'console-search'

export function sealNumber(cipher: FieldCipher, number: MobileNumber): string {
  return cipher.encrypt(PURPOSE, number)
}

export function openNumber(cipher: FieldCipher, sealed: string | null): MobileNumber | null {
  const number = sealed === null || sealed.length > 200 ? null : cipher.decrypt(PURPOSE, sealed)
  return isMobileNumber(number) ? number : null
}
