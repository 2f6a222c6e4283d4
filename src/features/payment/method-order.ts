import { WAYS_TO_PAY, waysToPay } from '#shared/connector-table.ts'
import type { PaymentOption } from './contract.ts'

const ACCORDION = waysToPay()

/** `widePlace` is where a method stands on a wide screen, counted from 0, where that is not its place in the list. */
export type PlacedOption = PaymentOption & { widePlace: number | null }

/**
 * HUB-8: the methods in the order of the accordion, and by name on wide screens. The words of `wanted` (`paymentMethodOrder` of the content)
 * put others first, everywhere; words that name no method are none.
 */
export function placeOptions(options: readonly PaymentOption[], wanted: string): PlacedOption[] {
  const named = wanted.split(/[\s,]+/).filter((word) => ACCORDION.some((name) => name === word))
  const order: (string | undefined)[] = [...named, ...ACCORDION]
  const rank = ({ type }: PaymentOption) => order.indexOf(ACCORDION.find((way) => WAYS_TO_PAY[way].optionType === type))
  const byName = options.toSorted((first, second) => first.paymentOpt.localeCompare(second.paymentOpt))
  const placed = byName.toSorted((first, second) => rank(first) - rank(second))
  return placed.map((option) => ({ ...option, widePlace: named.length > 0 ? null : byName.indexOf(option) }))
}
