import { maskSecrets } from '#shared/mask-secrets.ts'
import { STAFF_ROLES } from '#shared/staff-role.ts'
import { consolePage } from '../../console-page.ts'
import { findPayments, readWanted } from '../../queries/payment-search.ts'
import { readPayments } from '../../queries/payment-list.ts'
import { sealNumber } from '../payments/sealed-number.ts'

/** The search field of every page: leads to the payment, or to the list of what was found. */
export const searchPage = consolePage({
  path: '/search',
  menu: null,
  mayRead: STAFF_ROLES,
  view: 'payments',
  async load({ url, deps }) {
    const typed = url.searchParams.get('q') ?? ''
    const wanted = readWanted(typed)
    if (wanted?.by === 'number') return { kind: 'redirect', to: `/payments?n=${sealNumber(deps.cipher, wanted.msisdn)}` }
    const { orderIds } = wanted ? await findPayments(deps.db, wanted) : { orderIds: [] }
    const [only, other] = orderIds.length > 0 ? await readPayments(deps.db, orderIds) : []
    if (only && !other) return { kind: 'redirect', to: `/payments/${only.reference}` }
    return {
      kind: 'redirect',
      to: typed.trim() === '' ? '/payments' : `/payments?${new URLSearchParams({ q: maskSecrets(typed.slice(0, 60)) })}`,
    }
  },
})
