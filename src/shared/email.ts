/** MAIL-1: letters, digits, dots and underscore, an at sign, a domain, a dot and two or more letters. */
export const EMAIL_PATTERN = '^[A-Za-z0-9._]{1,64}@[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){0,4}\\.[A-Za-z]{2,24}$'
export const EMAIL_MAX_LENGTH = 254

const email = new RegExp(EMAIL_PATTERN)

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && email.test(text) && !text.endsWith('\n')
}
