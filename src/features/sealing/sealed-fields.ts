/** GEN-7: what is sealed wherever script runs, by the names that forms and calls have for it. A PIN is sealed for its wallet alone (SC-1). */
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

/** Added by whoever sealed: nothing of this is then taken in the clear. */
export const SEALING_FIELD = 'sealing'

export const SEALED_PREFIX = 'sealed.'

/** The bill's calls have a number or an account in `text` (API-4). */
export function isSealedField(name: string, value: string): boolean {
  return value !== '' && (SEALED_NAMES.has(name) || (name === 'text' && (DIGITS.test(value) || value.startsWith(SEALED_PREFIX))))
}

/**
 * What is inside a sealed value. It is bound to its field: what was sealed as a code could otherwise be sent as a number, and read in the answer.
 * A code has no name with it, for the pages and servers that sealed nothing else.
 */
export function sealedText({ nonce, name, value }: { nonce: string; name: string; value: string }): string {
  return [nonce, value, ...(name === 'otp' ? [] : [name])].join('\n')
}
