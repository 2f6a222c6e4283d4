import { appendAudit } from '#features/audit/server/audit-log.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { isFrench } from '#shared/language.ts'
import { toMajor } from '#shared/money.ts'
import { visibleText } from '#shared/visible-text.ts'
import type { ActResult, ConsoleRequest } from '../../console-request.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { formatClock, formatCount } from '../../frame/format.ts'
import { listAllClaims, type ClaimList } from '../../queries/claim-list.ts'
import { csvText } from '../../queries/csv-text.ts'
import { shownReference } from '../words/payment-words.ts'
import { claimsTexts } from './claims-texts.ts'

const MAX_ROWS = 20_000

/** CON-10: without any number. The log says who exported which list, and how many rows. */
export async function exportClaims({ deps, language, now, staff }: ConsoleRequest, list: ClaimList): Promise<ActResult> {
  const texts = claimsTexts(language)
  const claims = await listAllClaims(deps.db, list, now, MAX_ROWS)
  if (claims.length > MAX_ROWS) {
    const text = fillText(texts.exportTooLongText, { most: formatCount(MAX_ROWS, language) })
    return { kind: 'refused', status: 422, notice: { tone: 'bad', title: texts.exportTooLong, text } }
  }
  const detail = { list, rows: claims.length, masked: true }
  await appendAudit(deps.db, { actor: staff, act: 'export-payments', outcome: 'done', target: { kind: 'page', id: '/claims' }, detail })
  const head = [
    texts.number,
    texts.openedAt,
    texts.deadline,
    texts.closedAt,
    texts.kind,
    texts.words,
    texts.payment,
    texts.amount,
    texts.assigned,
  ]
  const rows = claims.map((claim) => [
    claim.number,
    moment(claim.openedAt, language),
    moment(claim.dueAt, language),
    claim.closedAt === null ? '' : moment(claim.closedAt, language),
    texts[`claim_${claim.kind}`],
    visibleText(claim.words),
    shownReference(claim.reference),
    toMajor(claim.amount),
    claim.closedBy ?? claim.assignee?.name ?? '',
  ])
  const body = csvText([head, ...rows], isFrench(language) ? ';' : ',')
  return { kind: 'file', name: fillText(texts.exportFile, { day: calendarDay(now) }), type: 'text/csv; charset=utf-8', body }
}

function moment(instant: Date, language: ConsoleLanguage): string {
  return `${calendarDay(instant)} ${formatClock(instant, language)}`
}
