import { PAYMENT_METHODS, waysToPay } from '#shared/connector-table.ts'
import type { PaymentOption } from './contract.ts'

const ACCORDION = waysToPay()

/** `widePlace`: position on a wide screen, counted from 0, where it differs from the position in the list. */
export type PlacedOption = PaymentOption & { widePlace: number | null }

/**
 * HUB-8: the methods in the accordion's order, and by name on wide screens. `wanted` (`paymentMethodOrder` of the content) puts others
 * first on every screen; words that name no method are ignored.
 */
export function placeOptions(options: readonly PaymentOption[], wanted: string): PlacedOption[] {
  const named = wanted.split(/[\s,]+/).filter((word) => ACCORDION.some((name) => name === word))
  const order: (string | undefined)[] = [...named, ...ACCORDION]
  const rank = ({ type }: PaymentOption) => order.indexOf(ACCORDION.find((way) => PAYMENT_METHODS[way].optionType === type))
  const byName = options.toSorted((first, second) => first.paymentOpt.localeCompare(second.paymentOpt))
  const placed = byName.toSorted((first, second) => rank(first) - rank(second))
  return placed.map((option) => ({ ...option, widePlace: named.length > 0 ? null : byName.indexOf(option) }))
}
