import { maskSecrets } from '#shared/mask-secrets.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { readClaim } from '../../queries/claim-list.ts'
import { readPayments } from '../../queries/payment-list.ts'
import { findPayments, readWanted } from '../../queries/payment-search.ts'
import { sealNumber } from '../payments/sealed-number.ts'

const MAX_TYPED = 60

/**
 * Where a search leads: to the one payment that was found, else to the list. Searches are posted and not in an address, which logs, proxies and
 * browsers keep: a subscriber's number goes on encrypted.
 */
export async function searchAddress({ db, cipher }: Pick<ConsoleDeps, 'db' | 'cipher'>, typed: string): Promise<string> {
  const wanted = readWanted(typed)
  if (wanted?.by === 'number') return `/payments?n=${sealNumber(cipher, wanted.msisdn)}`
  if (wanted?.by === 'claim' && (await readClaim(db, wanted.number))) return `/claims/${wanted.number}`
  const { orderIds } = wanted ? await findPayments(db, wanted) : { orderIds: [] }
  const [only, other] = orderIds.length > 0 ? await readPayments(db, orderIds) : []
  if (only && !other) return `/payments/${only.reference}`
  return typed.trim() === '' ? '/payments' : `/payments?${new URLSearchParams({ q: maskSecrets(typed.slice(0, MAX_TYPED)) })}`
}
