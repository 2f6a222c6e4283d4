import { appendAudit } from '#features/audit/server/audit-log.ts'
import { listDifferences, readDay, type ReconciledDay, type StoredDifference } from '#features/reconciliation/server/days.ts'
import { statementsOf, type StoredStatement } from '#features/reconciliation/server/statements.ts'
import { isFrench } from '#shared/language.ts'
import { toMajor } from '#shared/money.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import type { ActResult, ConsoleRequest } from '../../console-request.ts'
import { csvText } from '../../queries/csv-text.ts'
import { dayTexts } from './day-texts.ts'
import { differenceTitle, gapOf } from './difference-words.ts'
import { sourceName } from './reconciliation-texts.ts'

const MAX_ROWS = 100_000

type Cell = string | number
type Side = { minor: number; currency: string; state: string } | null

/** CON-6: the day as it stands: files with their hashes, signatures, sums, and every difference with its explanation. */
export async function exportDay(request: ConsoleRequest, key: { source: string; day: string } | null): Promise<ActResult> {
  const { deps, staff, language } = request
  const texts = dayTexts(language)
  const day = key && (await readDay(deps.db, key))
  if (!key || !day) return { kind: 'refused', status: 404, notice: { tone: 'bad', title: texts.refused, text: texts['why_not-found'] } }
  const [files, differences] = await Promise.all([statementsOf(deps.db, key), listDifferences(deps.db, { ...key, limit: MAX_ROWS })])
  const rows = [...headRows(day, files, language), [], ...differenceRows(differences, language)]
  await appendAudit(deps.db, {
    actor: staff,
    act: 'export-reconciliation',
    outcome: 'done',
    target: { kind: 'reconciliation', id: `${key.source} ${key.day}` },
    detail: { rows: differences.length, masked: true },
  })
  const body = csvText(rows, isFrench(language) ? ';' : ',')
  return { kind: 'file', name: `reconciliation-${key.source}-${key.day}.csv`, type: 'text/csv; charset=utf-8', body }
}

function headRows(day: ReconciledDay, files: readonly StoredStatement[], language: ConsoleLanguage): Cell[][] {
  const signed = (name: string, signature: typeof day.first): Cell[] => [
    name,
    signature?.name ?? '',
    signature?.id ?? '',
    signature?.at.toISOString() ?? '',
  ]
  return [
    ['source', sourceName(day.source, language), day.source],
    ['day', day.day],
    ['compared', day.comparedAt?.toISOString() ?? '', day.comparedBy ?? ''],
    signed('first', day.first),
    signed('second', day.second),
    ...files
      .filter(({ comparedAt }) => comparedAt)
      .map((file): Cell[] => ['file', file.fileName, 'sha256', file.hash, file.bytes, file.uploadedBy, file.uploadedAt.toISOString()]),
    ...(day.figures?.totals ?? []).map((total): Cell[] => [
      `total ${total.state}`,
      total.currency,
      total.there.count,
      toMajor({ minor: total.there.minor, currency: total.currency }),
      total.here.count,
      toMajor({ minor: total.here.minor, currency: total.currency }),
    ]),
    ...(day.figures?.fees ?? []).map(({ currency, fees, net }): Cell[] => [
      'fees',
      currency,
      toMajor({ minor: fees, currency }),
      toMajor({ minor: net, currency }),
    ]),
  ]
}

function differenceRows(differences: readonly StoredDifference[], language: ConsoleLanguage): Cell[][] {
  const texts = dayTexts(language)
  const side = (each: Side): Cell[] => (each ? [each.state, toMajor(each), each.currency] : ['', '', ''])
  return [
    [
      'name',
      texts.difference,
      texts.reference,
      'line',
      `${texts.book}: ${texts.isState}`,
      texts.isAmount,
      'currency',
      `${texts.statement}: ${texts.isState}`,
      texts.isAmount,
      'currency',
      texts.gap,
      texts.state,
      texts.note,
      texts.by,
      'at',
    ],
    ...differences.map((each): Cell[] => {
      const gap = gapOf(each)
      const { explained } = each
      return [
        each.name,
        differenceTitle(each.name, language),
        each.reference,
        each.line ?? '',
        ...side(each.here),
        ...side(each.there),
        gap ? toMajor(gap) : '',
        explained ? texts[`as_${explained.as}`] : '',
        explained?.note ?? '',
        explained?.by ?? '',
        explained?.at.toISOString() ?? '',
      ]
    }),
  ]
}
