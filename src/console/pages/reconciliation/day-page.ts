import { statementSources } from '#features/payment/server/reconciliation/statement-sources.ts'
import {
  explainDifference,
  gapsOf,
  listDays,
  listDifferences,
  readDay,
  signDay,
  type DayRefusal,
} from '#features/reconciliation/server/days.ts'
import { compareAgain, statementsOf } from '#features/reconciliation/server/statements.ts'
import { isExplanation, LEFT_OPEN } from '#features/reconciliation/statement-words.ts'
import { noteProblem, type TextRefusal } from '#features/staff-acts/act-texts.ts'
import { dayBegins, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { shiftDay } from '../../queries/payment-filter.ts'
import { dayTexts } from './day-texts.ts'
import { GROUPS, isDifferenceName, isGroup } from './difference-words.ts'
import { exportDay } from './export-day.ts'
import { RECONCILERS } from './reconciliation-page.ts'
import { sourceName } from './reconciliation-texts.ts'
import { statementTexts } from './statement-texts.ts'

const SHOWN = 200
const DAYS_BEFORE = 30

export const reconciledDayPage = consolePage({
  path: '/reconciliation/:source/:day',
  menu: 'reconciliation',
  mayRead: RECONCILERS,
  view: 'reconciled-day',
  async load(request) {
    const { deps, language, url } = request
    const key = keyOf(request)
    const day = key && (await readDay(deps.db, key))
    if (!key || !day) return { kind: 'not-found' }
    const asked = url.searchParams.get('kind') ?? ''
    const group = isGroup(asked) ? asked : null
    const isOpenOnly = url.searchParams.has('open')
    const [differences, files, gaps, before] = await Promise.all([
      listDifferences(deps.db, { ...key, names: group ? GROUPS[group] : undefined, isOpenOnly, limit: SHOWN }),
      statementsOf(deps.db, key),
      gapsOf(deps.db, key),
      listDays(deps.db, { since: shiftDay(key.day, -DAYS_BEFORE), limit: 400 }),
    ])
    const previous = before.filter((each) => each.source === key.source && each.day < key.day).slice(0, 5)
    const chosen = url.searchParams.get('at') ?? ''
    const title = fillText(statementTexts(language).title, {
      source: sourceName(key.source, language),
      day: formatLongDay(key.day, language),
    })
    return { kind: 'page', title, props: { day, differences, files, gaps, previous, group, isOpenOnly, chosen } }
  },
  acts: {
    again: { act: 'compare-statement', run: again },
    explain: { act: 'explain-difference', run: explain },
    sign: { act: 'sign-day', run: sign },
    export: { act: 'export-reconciliation', run: (request) => exportDay(request, keyOf(request)) },
  },
})

function keyOf({ params }: ConsoleRequest): { source: string; day: string } | null {
  const { source = '', day = '' } = params
  return statementSources().includes(source) && dayBegins(day) ? { source, day } : null
}

const pathOf = ({ url }: ConsoleRequest) => `${url.pathname}${url.search}`

type WhyNot = DayRefusal | Exclude<TextRefusal, 'number-unreadable'> | 'amounts-differ'

function refusal({ language }: ConsoleRequest, why: WhyNot): ActResult {
  const texts = dayTexts(language)
  const status = why === 'not-found' ? 404 : 409
  return { kind: 'refused', status, notice: { tone: why === 'changed' ? 'warn' : 'bad', title: texts.refused, text: texts[`why_${why}`] } }
}

async function again(request: ConsoleRequest): Promise<ActResult> {
  const key = keyOf(request)
  if (!key) return refusal(request, 'not-found')
  const result = await compareAgain(request.deps, { ...key, staff: request.staff })
  if (result.kind === 'signed' || result.kind === 'amounts-differ') return refusal(request, result.kind)
  if (result.kind !== 'compared') return refusal(request, 'not-found')
  const notice = { tone: 'good' as const, title: dayTexts(request.language).again }
  return { kind: 'done', to: pathOf(request), notice }
}

async function explain(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const key = keyOf(request)
  const [name, as, note] = [form.get('name'), form.get('as'), form.get('note')]
  const texts = dayTexts(request.language)
  if (!key || !isDifferenceName(name)) return refusal(request, 'not-found')
  if (!isExplanation(as)) return { kind: 'refused', status: 422, notice: { tone: 'bad', title: texts.refused, text: texts.noChoice } }
  const problem = noteProblem(note)
  if (problem && problem !== 'number-unreadable' && (problem !== 'note-missing' || as === LEFT_OPEN)) return refusal(request, problem)
  const why = await explainDifference(request.deps, { ...key, staff: request.staff, name, reference: form.get('reference'), as, note })
  return why ? refusal(request, why) : { kind: 'done', to: pathOf(request), notice: { tone: 'good', title: texts.done } }
}

async function sign(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const key = keyOf(request)
  if (!key) return refusal(request, 'not-found')
  const why = await signDay(request.deps, { ...key, staff: request.staff, version: form.version })
  return why
    ? refusal(request, why)
    : { kind: 'done', to: request.url.pathname, notice: { tone: 'good', title: dayTexts(request.language).signed } }
}
