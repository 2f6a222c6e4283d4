import { sql } from 'kysely'
import { fillText } from '#shared/fill-text.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { localInstant } from '#shared/local-time.ts'
import { mayApprove } from '#features/staff-acts/roles.ts'
import type { StepResult } from '#features/staff-acts/server/staff-step.ts'
import type { Database } from '#server/database/database.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { readMethodFigures, wholeDays } from '../../queries/overview-figures.ts'
import { refusedStep } from '../words/step-answers.ts'
import { wayName, wayRows, type WayRow } from './way-rows.ts'
import { switchRefusals, waysTexts } from './ways-to-pay-texts.ts'

const PATH = '/ways-to-pay'
const SWITCH_READERS: readonly StaffRole[] = ['finance', 'approver']

export const waysToPayPage = consolePage({
  path: PATH,
  menu: 'switches',
  mayRead: SWITCH_READERS,
  view: 'ways-to-pay',
  async load(request) {
    const { deps, url, now, language } = request
    const { switches } = deps
    const [rows, proposals, limits, visitorTexts] = await Promise.all([
      readRows(request),
      switches.desk.proposals(now),
      switches.limits(),
      switches.visitorTexts(language),
    ])
    const find = (name: string) => rows.find(({ way }) => way === url.searchParams.get(name)) ?? null
    const props = { rows, closing: find('close'), reopening: find('reopen'), proposals, limits, visitorTexts, now }
    return { kind: 'page', title: waysTexts(language).title, props }
  },
  acts: {
    close: { act: 'close-way', run: close },
    reopen: { act: 'reopen-way', run: propose },
    approve: { act: 'reopen-way', run: approve },
    reject: { act: 'reopen-way', run: reject },
  },
  countMenu: async ({ deps, now, staff }) => {
    const open = await deps.switches.desk.proposals(now)
    const yours = open.filter(({ proposedBy }) => mayApprove(staff, 'reopen-way', proposedBy.id)).length
    return yours > 0 ? { count: yours, isUrgent: false } : null
  },
})

async function readRows({ deps, now }: ConsoleRequest): Promise<WayRow[]> {
  const { db, switches } = deps
  const today = calendarDay(now)
  const [closures, figures, last, open] = await Promise.all([
    switches.closures(),
    readMethodFigures(db, wholeDays(today, today, now)),
    switches.lastAnswers(now),
    countOpenPayments(db),
  ])
  return wayRows({ offered: switches.offered, closures, health: deps.health(), figures, last, open })
}

async function countOpenPayments(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ connector: string; open: number }>`
    select connector, count(*)::int as open from pay_attempt where state in ('CREATED', 'UNKNOWN', 'WAITING') group by connector`.execute(
    db,
  )
  return new Map(rows.map(({ connector, open }) => [connector, open]))
}

const asking = ({ staff }: ConsoleRequest, form: ConsoleForm) => ({
  staff: { ...staff, via: 'console' as const },
  key: form.idempotencyKey,
})

async function nameOf(request: ConsoleRequest, way: string): Promise<string> {
  const row = (await readRows(request)).find((each) => each.way === way)
  return row ? wayName(row, request.language) : way
}

function answer(result: StepResult, language: ConsoleRequest['language'], done: { title: string; text?: string }): ActResult {
  if (result.kind === 'refused') return refusedStep(result.why, switchRefusals(language), language)
  return { kind: 'done', to: PATH, notice: { tone: 'good', ...done } }
}

async function close(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, language } = request
  const texts = waysTexts(language)
  const way = form.get('way')
  const until = localInstant(form.get('day'), form.get('time'))
  const asked = { ...asking(request, form), way, reason: form.get('reason'), note: form.get('note'), until, seen: form.get('seen') }
  const result = await deps.switches.desk.close(asked)
  return answer(result, language, { title: fillText(texts.doneClosed, { name: await nameOf(request, way) }), text: texts.doneClosedText })
}

async function propose(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, language } = request
  const asked = { ...asking(request, form), way: form.get('way'), note: form.get('note'), seen: form.get('seen') }
  return answer(await deps.switches.desk.proposeReopening(asked), language, { title: waysTexts(language).doneProposed })
}

async function approve(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, language } = request
  const result = await deps.switches.desk.approveReopening({ ...asking(request, form), proposal: proposalIn(form) })
  return answer(result, language, { title: waysTexts(language).doneReopened })
}

async function reject(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, language } = request
  const asked = { ...asking(request, form), proposal: proposalIn(form), note: form.get('note') }
  return answer(await deps.switches.desk.rejectReopening(asked), language, { title: waysTexts(language).doneRejected })
}

/** 0, which is no proposal, for a form that no page of ours sends. */
function proposalIn(form: ConsoleForm): number {
  const id = form.get('proposal')
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
}
