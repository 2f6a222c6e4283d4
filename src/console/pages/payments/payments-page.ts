import { numberLengths } from '#shared/mobile-number.ts'
import { mayDo, mayPropose } from '#features/staff-acts/roles.ts'
import { consolePage } from '../../console-page.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import type { ConsoleRequest } from '../../console-request.ts'
import { formatCount } from '../../frame/format.ts'
import { sumMoney } from '../../queries/money-sums.ts'
import { readFilter } from '../../queries/payment-filter.ts'
import { countStandings, listPayments, readPayments, type Cursor } from '../../queries/payment-list.ts'
import { findPayments, readWanted } from '../../queries/payment-search.ts'
import { exportPayments } from './export-payments.ts'
import { paymentsTexts } from './payments-texts.ts'
import { openNumber } from './sealed-number.ts'
import type { FoundProps, ListProps } from './payments-view.tsx'

export const paymentsPage = consolePage({
  path: '/payments',
  menu: 'payments',
  mayRead: PAYMENT_READERS,
  view: 'payments',
  async load(request) {
    const { title } = paymentsTexts(request.language)
    const found = await search(request)
    return found ? { kind: 'page', title, props: found } : { kind: 'page', title, props: await list(request) }
  },
  acts: { export: { act: 'export-payments', run: exportPayments } },
})

/** A typed reference or provider's number is in the address; a subscriber's number is there only encrypted (`sealed-number.ts`). */
async function search({ url, language, deps, now }: ConsoleRequest): Promise<FoundProps | null> {
  const number = openNumber(deps.cipher, url.searchParams.get('n'))
  const typed = number ?? url.searchParams.get('q') ?? ''
  if (typed === '') return null
  const texts = paymentsTexts(language)
  const wanted = readWanted(typed)
  const { orderIds, near } = wanted ? await findPayments(deps.db, wanted) : { orderIds: [], near: null }
  const payments = orderIds.length > 0 ? await readPayments(deps.db, orderIds) : []
  const isNumber = wanted?.by === 'number'
  return {
    kind: 'found',
    payments,
    near,
    now,
    what: isNumber ? { number: typed } : { typed: wanted ? typed : texts.notShape },
    digits: formatCount(numberLengths()[0] ?? 0, language),
  }
}

async function list({ url, now, deps, staff }: ConsoleRequest): Promise<ListProps> {
  const filter = readFilter(url.searchParams, now)
  const [page, counts, sums] = await Promise.all([
    listPayments(deps.db, filter, readCursor(url.searchParams)),
    countStandings(deps.db, filter),
    sumMoney(deps.db, { ...filter, standing: null, money: null, currency: null }),
  ])
  return {
    kind: 'list',
    filter,
    page,
    counts,
    sums,
    now,
    mayExport: mayDo(staff, 'export-payments'),
    mayProposeNumbers: mayPropose(staff, 'export-numbers'),
  }
}

function readCursor(query: URLSearchParams): Cursor | null {
  for (const direction of ['older', 'newer'] as const) {
    const from = query.get(direction)
    if (from !== null) return { direction, from }
  }
  return null
}
