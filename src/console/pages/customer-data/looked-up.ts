import type { FieldCipher } from '#server/security/field-cipher.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import type { Staff } from '#shared/staff-role.ts'

const PURPOSE = 'console-customer'
const MINUTES = 15

/** What a person looked up, in the address of the page: encrypted, for them alone and for a quarter of an hour, so that each look is recorded. */
export function sealLookUp(cipher: FieldCipher, { number, staff, now }: { number: MobileNumber; staff: Staff; now: Date }): string {
  return cipher.encrypt(PURPOSE, JSON.stringify([number, staff.id, now.getTime() + MINUTES * 60_000]))
}

export function openLookUp(cipher: FieldCipher, sealed: string | null, { staff, now }: { staff: Staff; now: Date }): MobileNumber | null {
  const text = sealed === null || sealed.length > 600 ? null : cipher.decrypt(PURPOSE, sealed)
  const [number, staffId, until]: unknown[] = text === null ? [] : JSON.parse(text)
  const isTheirs = staffId === staff.id && typeof until === 'number' && until > now.getTime()
  return isTheirs && typeof number === 'string' && isMobileNumber(number) ? number : null
}
