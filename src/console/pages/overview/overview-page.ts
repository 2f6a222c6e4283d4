import { STAFF_ROLES } from '#shared/staff-role.ts'
import { calendarDay, dayBegins } from '#shared/calendar-day.ts'
import { listDays } from '#features/reconciliation/server/days.ts'
import { hasPartIn, mayApprove } from '#features/staff-acts/roles.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { consolePage } from '../../console-page.ts'
import { sumMoney } from '../../queries/money-sums.ts'
import {
  readClaimFigures,
  readHours,
  readLedgerFigures,
  readMethodFigures,
  readReviewFigures,
  readUnanswered,
  wholeDays,
} from '../../queries/overview-figures.ts'
import { shiftDay } from '../../queries/payment-filter.ts'
import { overviewTexts } from './overview-texts.ts'
import type { OverviewProps, Period } from './overview-props.ts'

export const overviewPage = consolePage({
  path: '/',
  menu: 'overview',
  mayRead: STAFF_ROLES,
  view: 'overview',
  async load({ deps, now, url, language, staff }) {
    const { db } = deps
    const period = readPeriod(url.searchParams.get('period'))
    const today = calendarDay(now)
    const filter = wholeDays(shiftDay(today, -FIRST_DAY[period]), period === 'yesterday' ? shiftDay(today, -1) : today, now)
    const isOneDay = filter.from === filter.until
    const dayBefore = wholeDays(shiftDay(filter.from, -1), shiftDay(filter.from, -1), now)
    const sameHour = period === 'today' ? new Date(now.getTime() - dayLength(today)) : undefined
    const [sums, methods, methodsBefore, hours, hoursBefore, reviews, claims, unanswered, ledger, proposals, data, reconciled, told] =
      await Promise.all([
        sumMoney(db, filter),
        readMethodFigures(db, filter),
        isOneDay ? readMethodFigures(db, dayBefore, sameHour) : [],
        isOneDay ? readHours(db, filter) : null,
        isOneDay ? readHours(db, dayBefore) : null,
        readReviewFigures(db),
        readClaimFigures(db, now),
        readUnanswered(db, now),
        readLedgerFigures(db),
        deps.staff.openProposals(now),
        deps.staff.data.open(now),
        hasPartIn(staff, 'sign-day') ? listDays(db, { since: shiftDay(today, -DAYS_RECONCILED), limit: 20 }) : null,
        readTold(deps, now, language),
      ])
    const waiting = [...proposals, ...data.map(({ request, proposedBy }) => ({ act: request.act, proposedBy }))]
    const yours = waiting.filter(({ act, proposedBy }) => mayApprove(staff, act, proposedBy.id)).length
    const figures = { sums, methods, methodsBefore, hours, hoursBefore, reviews, claims, unanswered, ledger, reconciled }
    const props = { ...figures, period, filter, health: deps.health(), told, approvals: { yours, others: waiting.length - yours }, now }
    return { kind: 'page', title: overviewTexts(language).title, props }
  },
})

const DAYS_RECONCILED = 5

async function readTold({ announcements, switches }: ConsoleDeps, now: Date, language: ConsoleLanguage): Promise<OverviewProps['told']> {
  const [open, closures] = await Promise.all([announcements.open(now), switches.closures()])
  const titled = open.map(async (each) => ({
    id: each.id,
    endsAt: each.endsAt,
    title: (await announcements.wordsOf(each, language)).title,
  }))
  return {
    announcements: await Promise.all(titled),
    closed: [...closures.values()].map(({ connector, until }) => ({ connector, until })),
  }
}

const FIRST_DAY: Readonly<Record<Period, number>> = { today: 0, yesterday: 1, week: 6, month: 29 }

function readPeriod(text: string | null): Period {
  return text === 'yesterday' || text === 'week' || text === 'month' ? text : 'today'
}

/** A day may have 23 or 25 hours. */
function dayLength(day: string): number {
  const [begins, before] = [dayBegins(day), dayBegins(day, -1)]
  return begins && before ? begins.getTime() - before.getTime() : 86_400_000
}
