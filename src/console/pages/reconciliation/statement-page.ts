import { MAPPED_FIELDS, recognise, wordKey, wordsOf, type Mapping } from '#features/reconciliation/mapping.ts'
import type { LineProblem } from '#features/reconciliation/read-line.ts'
import {
  compareStatement,
  mappingsOf,
  readStatement,
  type Compared,
  type StoredStatement,
} from '#features/reconciliation/server/statements.ts'
import { isLineState, type LineState } from '#features/reconciliation/statement-words.ts'
import { formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { formatList } from '../../frame/format.ts'
import { RECONCILERS } from './reconciliation-page.ts'
import { faultText, sourceName } from './reconciliation-texts.ts'
import { statementTexts } from './statement-texts.ts'

export const statementPage = consolePage({
  path: '/reconciliation/statements/:id',
  menu: 'reconciliation',
  mayRead: RECONCILERS,
  view: 'statement',
  async load(request) {
    const { deps, language, params } = request
    const statement = await statementAt(request)
    if (!statement) return { kind: 'not-found' }
    const { source, day, probe } = statement
    if (statement.comparedAt) return { kind: 'redirect', to: `/reconciliation/${source}/${day}` }
    const header = probe.columns.map(({ name }) => name)
    const mapping = recognise(await mappingsOf(deps.db, source), header)
    const title = fillText(statementTexts(language).title, { source: sourceName(source, language), day: formatLongDay(day, language) })
    return { kind: 'page', title, props: { statement, mapping, id: params.id ?? '' } }
  },
  acts: { compare: { act: 'compare-statement', run: compare } },
})

function statementAt({ deps, params }: ConsoleRequest): Promise<StoredStatement | null> {
  const id = /^[1-9][0-9]{0,14}$/.test(params.id ?? '') ? Number(params.id) : 0
  return readStatement(deps.db, id)
}

async function compare(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, staff, language } = request
  const texts = statementTexts(language)
  const statement = await statementAt(request)
  const refused = (text: string): ActResult => ({ kind: 'refused', status: 422, notice: { tone: 'bad', title: texts.notCompared, text } })
  if (!statement) return refused(texts['why_not-found'])
  const mapping = mappingIn(form, statement)
  const unknown = newWords(mapping, statement)
  const result: Compared =
    unknown.length > 0
      ? { kind: 'new-words', words: unknown }
      : await compareStatement(deps, { id: statement.id, staff, mapping, isKept: form.get('keep') === 'yes' })
  if (result.kind !== 'compared') return refused(whyNot(result, language))
  const { counts, differences } = result
  const notice = {
    tone: differences === 0 ? ('good' as const) : ('warn' as const),
    title: fillText(texts.compared, { lines: counts.lines, differences }),
    text: fillText(texts.comparedText, counts),
  }
  return { kind: 'done', to: `/reconciliation/${statement.source}/${statement.day}`, notice }
}

/** Only columns that the file has, and words that stand in it. */
function mappingIn(form: ConsoleForm, { probe }: StoredStatement): Mapping {
  const chosen = MAPPED_FIELDS.flatMap((field) => {
    const column = probe.columns.find(({ name }) => name !== '' && name === form.get(`col-${field}`))
    return column ? [[field, column.name] as const] : []
  })
  const columns: Mapping['columns'] = Object.fromEntries(chosen)
  const words = wordsOf(probe.columns, columns.state).flatMap(([word]): [string, LineState][] => {
    const meaning = form.get(`word:${word}`)
    return isLineState(meaning) ? [[wordKey(word), meaning]] : []
  })
  const [decimal, currency] = [form.get('decimal'), form.get('currency').toUpperCase()]
  return {
    name: form.get('name').slice(0, 60),
    columns,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    words: Object.fromEntries(words),
    decimal: decimal === 'point' || decimal === 'comma' ? decimal : 'either',
    unit: form.get('unit') === 'hundredths' ? 'hundredths' : 'units',
  }
}

function newWords({ columns, words }: Mapping, { probe }: StoredStatement): string[] {
  return wordsOf(probe.columns, columns.state).flatMap(([word]) => (Object.hasOwn(words, wordKey(word)) ? [] : [word || '∅']))
}

function whyNot(result: Exclude<Compared, { kind: 'compared' }>, language: ConsoleRequest['language']): string {
  const texts = statementTexts(language)
  switch (result.kind) {
    case 'new-words':
      return fillText(texts['why_new-words'], {
        words: formatList(
          result.words.map((word) => `« ${word} »`),
          language,
        ),
      })
    case 'unreadable-lines': {
      const told = (problem: LineProblem) =>
        fillText(texts.problem, { line: problem.line, field: texts[`field_${problem.field}`], text: problem.text })
      return fillText(texts['why_unreadable-lines'], { count: result.count, problems: result.problems.slice(0, 6).map(told).join(' ; ') })
    }
    case 'mapping':
      return texts[`mapping_${result.why}`]
    case 'unreadable':
      return faultText(result, language)
    default:
      return texts[`why_${result.kind}`]
  }
}
