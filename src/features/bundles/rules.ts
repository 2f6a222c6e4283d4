import { nearest, toMajor } from '#shared/money.ts'
import type { ShownBundle } from './contract.ts'

/** BUN-3: the specification's value for unlimited: a validity, and here a benefit too. */
export const WITHOUT_END = -1

/** BUN-1: the icon of a category tab, by its name. */
export type CategoryIcon = 'data' | 'internet' | 'sms' | 'international' | 'roaming' | 'call'

export function categoryIcon(category: string): CategoryIcon {
  const name = category.toLowerCase()
  return name === 'data' || name === 'internet' || name === 'sms' || name === 'international' || name === 'roaming' ? name : 'call'
}

/** The categories in the order in which people ask for them; one the operator adds comes last. */
const CATEGORY_ORDER = ['data', 'internet', 'voice', 'sms', 'international', 'roaming']

export function categoriesOf(bundles: readonly ShownBundle[]): string[] {
  return distinct(bundles.map((bundle) => bundle.category)).sort(
    (first, second) => rank(first, CATEGORY_ORDER) - rank(second, CATEGORY_ORDER),
  )
}

/** BUN-2: the period types found, shortest first; 'Others' closes the list. */
const PERIOD_ORDER = ['Hour', 'Night', 'Day', 'Week', 'Month', 'Year']

export function periodsOf(bundles: readonly ShownBundle[]): string[] {
  return distinct(bundles.map((bundle) => bundle.periodType)).sort(
    (first, second) => rank(first, PERIOD_ORDER) - rank(second, PERIOD_ORDER),
  )
}

/** At most so many popular bundles stand first. */
const MAX_POPULAR = 2

/** What the visitor chose to see; an unknown choice (an old link) falls back to the first category and all periods. */
export type BundleChoice = {
  category: string
  period: string | null
  /** Popular bundles first, in the order of the markup too (screen readers); then the cheapest. */
  shown: ShownBundle[]
  /** How many of them are shown as popular. */
  popular: number
}

export function chooseBundles(bundles: readonly ShownBundle[], wanted: { category: string | null; period: string | null }): BundleChoice {
  const categories = categoriesOf(bundles)
  const category = categories.find((name) => name === wanted.category) ?? categories[0] ?? ''
  const inCategory = bundles.filter((bundle) => bundle.category === category)
  const period = periodsOf(inCategory).find((name) => name === wanted.period) ?? null
  const byPrice = inCategory
    .filter((bundle) => period === null || bundle.periodType === period)
    .sort((first, second) => first.amount - second.amount)
  const popular = byPrice.filter(({ isPopular }) => isPopular).slice(0, MAX_POPULAR)
  return { category, period, shown: [...new Set([...popular, ...byPrice])], popular: popular.length }
}

const MEGABYTES: Partial<Record<string, number>> = { MB: 1, GB: 1000 }

/** Null when the volume is unlimited or none. */
export function megabytesOf({ data, dataUnit = '' }: Pick<ShownBundle, 'data' | 'dataUnit'>): number | null {
  const megabytes = (data ?? 0) * (MEGABYTES[dataUnit?.toUpperCase() ?? ''] ?? 0)
  return megabytes > 0 ? megabytes : null
}

/** In units for 100 MB. Null when the volume is unlimited or the price includes other benefits. */
export function priceOf100Megabytes({ voice, sms, amount, ...volume }: ShownBundle): number | null {
  const megabytes = megabytesOf(volume)
  return megabytes !== null && !voice && !sms ? toMajor(nearest((amount * 100) / megabytes)) : null
}

const DAYS: Partial<Record<string, number>> = { hour: 1 / 24, day: 1, month: 30 }

/** In units for a day. Null for a shorter or unlimited validity. */
export function priceOfDay({ validity, validityUnit, amount }: ShownBundle): number | null {
  const days = validity * (DAYS[validityUnit] ?? 0)
  return days >= 1 ? toMajor(nearest(amount / days)) : null
}

function distinct(values: string[]): string[] {
  return [...new Set(values)]
}

function rank(value: string, order: readonly string[]): number {
  const position = order.indexOf(value)
  return position === -1 ? order.length : position
}
