import { calendarDay, dayBegins } from '#shared/calendar-day.ts'
import { consolePage } from '../../console-page.ts'
import type { ConsoleRequest } from '../../console-request.ts'
import { CLAIM_LISTS, countClaims, listClaims, type ClaimList } from '../../queries/claim-list.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import { claimsTexts } from './claims-texts.ts'
import { exportClaims } from './export-claims.ts'

export const claimsPage = consolePage({
  path: '/claims',
  menu: 'claims',
  mayRead: PAYMENT_READERS,
  view: 'claims',
  async load({ deps, url, now, language }) {
    const list = listIn(url.searchParams)
    const before = Number(url.searchParams.get('before') ?? 'none')
    const [page, counts] = await Promise.all([
      listClaims(deps.db, { list, before: Number.isSafeInteger(before) ? before : null }, now),
      claimCounts({ deps, now }),
    ])
    return { kind: 'page', title: claimsTexts(language).title, props: { list, page, counts, now } }
  },
  acts: { export: { act: 'export-payments', run: (request) => exportClaims(request, listIn(request.url.searchParams)) } },
  countMenu: async ({ deps, now }) => {
    const { open, late } = await claimCounts({ deps, now })
    return { count: open, isUrgent: late > 0 }
  },
})

export function claimCounts({ deps, now }: Pick<ConsoleRequest, 'deps' | 'now'>) {
  return countClaims(deps.db, { now, dayBegan: dayBegins(calendarDay(now)) ?? now })
}

function listIn(query: URLSearchParams): ClaimList {
  return CLAIM_LISTS.find((list) => list === query.get('list')) ?? 'open'
}
