import { BRAND } from '#shared/operator.ts'
import { HELP_PATH } from '#shared/help-search.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'

export const ALL_HELP_PATH = `${HELP_PATH}/all`

/** HELP-1: how many popular questions the landing stage and the category view show. */
export const MAX_POPULAR = 10
export const MAX_POPULAR_IN_CATEGORY = 5

/** HELP-2: the pause in typing before suggestions are fetched. */
export const SEARCH_DELAY_MS = 300

/** ROUTE-4: the help categories that are pages of their own, by the specification's names. */
export const SPECIAL_CATEGORIES: Readonly<Partial<Record<string, string>>> = {
  'contact-us': '/contact-us',
  shops: `/store_finder/${BRAND.slug}_shop`,
  dealers: '/store_finder/dealers',
  'our-service-experience': '/give_your_feedback',
  'money-loans': `/more-${BRAND.slug}-money`,
}

/** Pages of the portal that offer their most useful questions. */
export const HELP_TOPICS = [
  'prepaid-recharge',
  'data-bundle',
  'broadband-recharge',
  'postpaid-bill',
  'fixed-internet',
  'balance',
  'tariffs',
  'payment',
  'payment-status',
  'one-time-code',
  'home-broadband-lead',
  'coverage',
  'shops',
  'contact',
] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

export function categoryPath(parent: string, category?: string): string {
  return category ? `${HELP_PATH}/${parent}/${category}` : `${HELP_PATH}/${parent}`
}

/** One URL in every language: the slug is for people and search engines, the number in front of it decides. */
export function questionPath(questionId: string, slug: string): string {
  return `${HELP_PATH}/question/${questionId}-${slug}`
}

/** The number in front of '101-comment-recharger'; null when there is none. */
export function questionIdOf(segment: string): string | null {
  return /^([0-9]{1,6})(?:-[a-z0-9-]*)?$/.exec(segment)?.[1] ?? null
}

/** The value of `href` for an ordinary question. */
export const NO_HREF = 'href'

/**
 * ROUTE-5: where a help item with an href leads, as a path of this portal; null for an ordinary question. What would leave
 * the portal ('/elsewhere.test' makes '//elsewhere.test') leads home instead.
 */
export function placeOfHref(href: string): string | null {
  return href === NO_HREF ? null : pathInsidePortal(`/${href}`)
}

/** HELP-2: the field is a text, and editors write it in any case. */
export function isPopular(popular: string): boolean {
  return popular.toLowerCase() === 'true'
}

/** Likes in whole percent of all votes; 0 without votes. */
export function likePercentage({ likes, dislikes }: { likes: number; dislikes: number }): number {
  const votes = likes + dislikes
  return votes === 0 ? 0 : Math.round((likes * 100) / votes)
}
