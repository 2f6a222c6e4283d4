import type { PaymentOption } from './contract.ts'

/** HUB-1: the order of the specification's accordion. */
const ACCORDION = ['card', 'airtime', 'money', 'mpesa', 'smartcash'] as const
type MethodName = (typeof ACCORDION)[number]

const NAMES: Partial<Record<string, MethodName>> = { PG: 'card', airtime: 'airtime', AM: 'money', mpesa: 'mpesa', smartcash: 'smartcash' }

/** `widePlace` is where a method stands on a wide screen, counted from 0, where that is not its place in the list. */
export type PlacedOption = PaymentOption & { widePlace: number | null }

/**
 * HUB-8: the methods in the order of the accordion, and by name on wide screens. The words of `wanted` (`paymentMethodOrder` of the content)
 * put others first, everywhere; words that name no method are none.
 */
export function placeOptions(options: readonly PaymentOption[], wanted: string): PlacedOption[] {
  const named = wanted.split(/[\s,]+/).filter((word) => ACCORDION.some((name) => name === word))
  const order = [...named, ...ACCORDION]
  const rank = ({ type }: PaymentOption) => order.indexOf(NAMES[type] ?? type)
  const byName = options.toSorted((first, second) => first.paymentOpt.localeCompare(second.paymentOpt))
  const placed = byName.toSorted((first, second) => rank(first) - rank(second))
  return placed.map((option) => ({ ...option, widePlace: named.length > 0 ? null : byName.indexOf(option) }))
}
