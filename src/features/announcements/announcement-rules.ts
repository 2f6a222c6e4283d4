import { OPERATOR } from '#operator-record'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'

/** What an announcement may be about: a closed list. Its name in each language is in the content package `announcement-translation`. */
export const ANNOUNCED_SERVICES = ['all', 'network', 'recharge', 'bundles', 'bills', 'balance', 'payments'] as const
export type AnnouncedService = (typeof ANNOUNCED_SERVICES)[number]

/** The checked templates. */
export const TEMPLATES = ['slow', 'down', 'works'] as const
export type Template = (typeof TEMPLATES)[number]
/** Own words may also just inform. */
export const KINDS = [...TEMPLATES, 'information'] as const
export type AnnouncementKind = (typeof KINDS)[number]

type OwnWords = { title: string; text: string }
/** By language. */
export type WordsByLanguage = Readonly<Record<string, OwnWords>>

export const MAX_TITLE = 60
export const MAX_TEXT = 140
/** So many at a time: more would push the page away. */
export const MAX_SHOWN = 3
/** Staff are reminded so long before the end. */
export const REMINDER_MINUTES = 15

export const isService = (word: string): word is AnnouncedService => ANNOUNCED_SERVICES.some((each) => each === word)
export const isKind = (word: string): word is AnnouncementKind => KINDS.some((each) => each === word)
export const isTemplate = (word: string): word is Template => TEMPLATES.some((each) => each === word)

export function townsHere(): string[] {
  return OPERATOR.places.towns.map(({ name }) => name)
}

/** Pages that show one service's announcements: the home page, and those where it is used. */
const PAGES: Readonly<Record<Exclude<AnnouncedService, 'all' | 'network'>, readonly string[]>> = {
  recharge: ['/prepaid-recharge', '/broadband-recharge', '/payment', '/ask', '/r'],
  bundles: ['/data-bundle', '/table', '/payment', '/ask', '/r'],
  bills: ['/postpaid-bill-pay', '/orp', '/payment', '/ask', '/r'],
  balance: ['/check-balance', '/broadband-recharge'],
  payments: [
    '/prepaid-recharge',
    '/data-bundle',
    '/postpaid-bill-pay',
    '/broadband-recharge',
    '/orp',
    '/hbb-lead',
    '/payment',
    '/ask',
    '/r',
  ],
}

/** What proves or shows a payment of the past carries no announcement. */
const NEVER = ['/payment/receipt', '/v', '/on-this-phone']

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

export function isAnnouncedOn(path: string, service: AnnouncedService): boolean {
  if (NEVER.some((prefix) => isBelow(path, prefix))) return false
  if (service === 'all' || service === 'network' || path === '/') return true
  return PAGES[service].some((prefix) => isBelow(path, prefix))
}

/** On the page of a payment its state comes first: an announcement stands below it. */
export function isBelowMain(path: string): boolean {
  return isBelow(path, '/payment/status')
}

export function requiredLanguages(): readonly string[] {
  return CHECKED_LANGUAGES
}
