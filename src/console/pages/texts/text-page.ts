import { fillText } from '#shared/fill-text.ts'
import { dayBegins } from '#shared/calendar-day.ts'
import { LONGEST_VALUES } from '#features/site-content/server/check-package.ts'
import { sanitiseAnswer } from '#features/help/server/sanitise-answer.ts'
import type { Edition, Fields, TextFacts, TextResult } from '#features/text-editing/edition.ts'
import { textMark } from '#features/text-editing/server/text-change.ts'
import { DEFAULT_CONSOLE_LANGUAGE } from '../../console-language.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { formatMinute } from '../../frame/format.ts'
import { fieldName } from './field-name.ts'
import { editAddress } from './text-list.ts'
import { problemTexts, refusalTexts, textTexts } from './text-texts.ts'
import { TEXT_READERS } from './texts-page.ts'

export const textPage = consolePage({
  path: '/texts/:group/:name',
  menu: 'texts',
  mayRead: TEXT_READERS,
  view: 'text',
  async load({ deps, params, url, staff, language }) {
    const textId = idOf(params)
    const text = (await deps.texts.texts()).get(textId)
    if (!text) return { kind: 'not-found' }
    const history = await deps.texts.history(textId)
    const open = history.find(({ state }) => state === 'draft' || state === 'review' || state === 'scheduled') ?? null
    const published = history.find(({ state }) => state === 'published') ?? null
    const from = chosenEdition(history, url.searchParams.get('from'))
    const { facts, texts: served } = text
    const written = (from ?? open)?.texts ?? served
    const props = {
      facts,
      served,
      seen: textMark(served),
      written,
      open,
      published,
      from,
      history,
      longest: LONGEST_VALUES,
      answers: shownAnswers(facts, written),
      isAuthor: open?.authorIds.includes(staff.id) ?? false,
    }
    return { kind: 'page', title: `${facts.name} · ${textTexts(language).texts}`, props }
  },
  acts: {
    save: { act: 'write-text', run: (request, form) => save(request, form, false) },
    send: { act: 'write-text', run: (request, form) => save(request, form, true) },
    withdraw: { act: 'write-text', run: withdraw },
    approve: { act: 'publish-text', run: approve },
    return: { act: 'publish-text', run: giveBack },
    restore: { act: 'restore-text', run: restore },
  },
})

function idOf({ group = '', name = '' }: ConsoleRequest['params']): string {
  return `${group}/${name}`
}

function chosenEdition(history: readonly Edition[], number: string | null): Edition | null {
  return history.find((edition) => String(edition.number) === number) ?? null
}

/** The markup of answers as the help centre shows it. */
function shownAnswers({ fields }: TextFacts, texts: Fields): Record<string, string> {
  return Object.fromEntries(fields.flatMap(({ field, kind }) => (kind === 'answer' ? [[field, sanitiseAnswer(texts[field] ?? '')]] : [])))
}

const base = ({ staff, params }: ConsoleRequest, form: ConsoleForm) => ({
  staff,
  key: form.idempotencyKey,
  textId: idOf(params),
  revision: form.version ?? 0,
})

async function save(request: ConsoleRequest, form: ConsoleForm, isSent: boolean): Promise<ActResult> {
  const { deps, params } = request
  const facts = (await deps.texts.texts()).get(idOf(params))?.facts
  const typed = Object.fromEntries((facts?.fields ?? []).map(({ field }) => [field, form.get(`text.${field}`)]))
  const from = Number(form.get('from'))
  const bringsBack = Number.isSafeInteger(from) && from > 0 ? from : null
  const result = await deps.texts.save({ ...base(request, form), typed, seen: form.get('seen'), isSent, bringsBack })
  return answerTo(result, request, facts ?? null)
}

async function withdraw(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  return answerTo(await request.deps.texts.withdraw(base(request, form)), request, null)
}

/** CON-7: at a time of the country, or now. */
async function approve(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const texts = textTexts(request.language)
  const publishAt = readMoment(form.get('day'), form.get('time'))
  if (publishAt === 'unreadable')
    return { kind: 'refused', status: 422, notice: { tone: 'bad', title: texts.notDone, text: texts.timeUnreadable } }
  return answerTo(await request.deps.texts.approve({ ...base(request, form), publishAt }), request, null)
}

export function readMoment(day: string, time: string): Date | null | 'unreadable' {
  if (day === '' && time === '') return null
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  const begins = dayBegins(day)
  if (!begins || hours === undefined || minutes === undefined) return 'unreadable'
  const reckoned = begins.getTime() + (Number(hours) * 60 + Number(minutes)) * 60_000
  // Where clocks change on that day, an hour more or less; one that does not exist is none.
  const moments = [0, 3_600_000, -3_600_000].map((shift) => new Date(reckoned + shift))
  return moments.find((moment) => formatMinute(moment, DEFAULT_CONSOLE_LANGUAGE) === time) ?? 'unreadable'
}

async function giveBack(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  return answerTo(await request.deps.texts.giveBack({ ...base(request, form), note: form.get('note') }), request, null)
}

async function restore(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { staff, key, textId } = base(request, form)
  return answerTo(await request.deps.texts.restore({ staff, key, textId, published: form.version ?? 0 }), request, null)
}

const FORBIDDEN: ReadonlySet<string> = new Set(['role', 'own-text'])
const OVERTAKEN: ReadonlySet<string> = new Set(['changed', 'not-open', 'key-used', 'nothing-before', 'locked'])

function answerTo(result: TextResult, { language, params }: ConsoleRequest, facts: TextFacts | null): ActResult {
  const texts = textTexts(language)
  if (result.kind === 'done') {
    const title = result.state === null ? texts.done : texts[`done_${result.state}`]
    const text = result.state === 'published' ? { text: texts.done_text } : {}
    return { kind: 'done', to: editAddress(idOf(params)), notice: { tone: 'good', title, ...text } }
  }
  const { why, problems } = result
  const status = why === 'not-found' ? 404 : FORBIDDEN.has(why) ? 403 : OVERTAKEN.has(why) ? 409 : 422
  const words = problems.map(({ field, kind, detail }) =>
    fillText(problemTexts(language)[kind], { field: fieldName(facts, field, language), detail }),
  )
  const text = [refusalTexts(language)[why], ...words].join(' ')
  return { kind: 'refused', status, notice: { tone: why === 'changed' ? 'info' : 'bad', title: texts.notDone, text } }
}
