import { filterQuery, type PaymentFilter } from '../../queries/payment-filter.ts'

/** The list of a filter. */
export function addressOf(filter: PaymentFilter, more: Readonly<Record<string, string>> = {}): string {
  const query = filterQuery(filter)
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  return `/payments?${query}`
}
