/** GEN-7: the names of fields that script encrypts, in forms and calls. A PIN is encrypted for its wallet alone (SC-1). */
export const SEALED_NAMES: ReadonlySet<string> = new Set([
  'msisdn',
  'mobileNumber',
  'paymentMobile',
  'contactNumber',
  'username',
  'email',
  'emailId',
  'contactPersonEmailId',
  'otp',
])
const DIGITS = /^[0-9]+$/

/** Added by the encrypting client: the server then refuses these fields as plain text. */
export const SEALING_FIELD = 'sealing'

export const SEALED_PREFIX = 'sealed.'

/** The bill's calls have a number or an account in `text` (API-4). */
export function isEncryptedField(name: string, value: string): boolean {
  return value !== '' && (SEALED_NAMES.has(name) || (name === 'text' && (DIGITS.test(value) || value.startsWith(SEALED_PREFIX))))
}

/**
 * The plain text of an encrypted value. It is bound to its field: an encrypted code could otherwise be sent as a number, and read in the
 * response. A code has no field name, for compatibility with versions that encrypted only codes.
 */
export function sealedText({ nonce, name, value }: { nonce: string; name: string; value: string }): string {
  return [nonce, value, ...(name === 'otp' ? [] : [name])].join('\n')
}
