import { CHECKED_LANGUAGES } from '#shared/language-review.ts'

/** Services of the main menu on phones; content selects and orders them (`ussd-config`). */
export const SERVICES = ['recharge', 'bundles', 'bill', 'balance', 'payment', 'shops', 'contact', 'language'] as const
export type Service = (typeof SERVICES)[number]

/** With one language there is nothing to switch. */
export function isOffered(service: string): boolean {
  return service !== 'language' || CHECKED_LANGUAGES.length > 1
}

/** *222# and the digit of a service in the main menu: *222*1#. Null for a service that the menu does not have. */
export function codeOfService(code: string, menu: readonly string[], service: Service): string | null {
  const digit = menu.filter(isOffered).indexOf(service) + 1
  return digit === 0 ? null : `${code.slice(0, -1)}*${digit}#`
}
