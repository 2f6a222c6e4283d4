import type { Edition, EditionState, FieldFacts, Fields, TextLock } from '#features/text-editing/edition.ts'
import type { ServedText } from '#features/text-editing/server/text-source.ts'
import { GROUP_ORDER } from './text-groups.ts'

export const OPEN_MARKS = ['draft', 'review', 'scheduled'] as const satisfies readonly EditionState[]
/** What is not simply published: only these carry a mark. `missing`: a language that visitors read in the first one. */
export const TEXT_MARKS = [...OPEN_MARKS, 'missing', 'locked'] as const
export type TextMark = (typeof TEXT_MARKS)[number]

export type TextFilter = { group: string | null; language: string | null; mark: TextMark | null; typed: string }

export type TextRow = {
  id: string
  group: string
  name: string
  /** By language; of a question, its title. */
  words: Readonly<Record<string, string>>
  /** In review or before it: what was written. */
  written: Readonly<Record<string, string>> | null
  open: Edition | null
  lock: TextLock | null
  quoted: readonly string[]
  missing: readonly string[]
}

export type TextGroup = { group: string; texts: number; open: number }

const MAX_ROWS = 300
export const MAX_TYPED = 80

export function readTextFilter(query: URLSearchParams, languages: readonly string[]): TextFilter {
  const [group, language, mark] = [query.get('page'), query.get('lang'), query.get('mark')]
  return {
    group: group === '' ? null : group,
    language: languages.find((each) => each === language) ?? null,
    mark: TEXT_MARKS.find((each) => each === mark) ?? null,
    typed: (query.get('q') ?? '').trim().slice(0, MAX_TYPED),
  }
}

/** Every text as the list shows it. */
export function textRows(all: ReadonlyMap<string, ServedText>, open: readonly Edition[]): TextRow[] {
  const openById = new Map(open.map((edition) => [edition.textId, edition]))
  return [...all.values()].map(({ facts, texts }) => {
    const edition = openById.get(facts.id) ?? null
    const shown = facts.fields.filter(({ kind }) => kind !== 'answer')
    return {
      id: facts.id,
      group: facts.fields.some(({ kind }) => kind === 'sms') ? 'sms' : facts.group,
      name: facts.name,
      words: byLanguage(shown, texts),
      written: edition && byLanguage(shown, edition.texts),
      open: edition,
      lock: facts.lock,
      quoted: facts.fields.filter(({ isQuoted }) => isQuoted).map(({ language }) => language),
      missing: facts.fields.filter(({ field }) => (texts[field] ?? '') === '').map(({ language }) => language),
    }
  })
}

function byLanguage(fields: readonly FieldFacts[], texts: Fields): Record<string, string> {
  return Object.fromEntries(fields.map(({ field, language }) => [language, texts[field] ?? '']))
}

/** In the order in which visitors meet them. */
export function textGroups(rows: readonly TextRow[]): TextGroup[] {
  const groups = new Map<string, TextGroup>()
  for (const { group, open } of rows) {
    const known = groups.get(group) ?? { group, texts: 0, open: 0 }
    groups.set(group, { group, texts: known.texts + 1, open: known.open + (open ? 1 : 0) })
  }
  const place = ({ group }: TextGroup) => (GROUP_ORDER.includes(group) ? GROUP_ORDER.indexOf(group) : GROUP_ORDER.length)
  return [...groups.values()].toSorted((one, other) => place(one) - place(other))
}

/** At most so many, and how many there are. A typed word looks through all pages unless one is chosen. */
export function chosenRows(rows: readonly TextRow[], filter: TextFilter): { rows: TextRow[]; found: number } {
  const wanted = plain(filter.typed)
  const found = rows.filter(
    (row) => isIn(row, filter) && (wanted === '' || wordsOf(row, filter.language).some((words) => plain(words).includes(wanted))),
  )
  return { rows: found.slice(0, MAX_ROWS), found: found.length }
}

function isIn(row: TextRow, { group, language, mark }: TextFilter): boolean {
  if (group !== null && row.group !== group) return false
  switch (mark) {
    case null:
      return true
    case 'locked':
      return row.lock !== null
    case 'missing':
      return row.missing.some((each) => language === null || each === language)
    default:
      return row.open?.state === mark && (language === null || row.written?.[language] !== row.words[language])
  }
}

function wordsOf({ name, words, written }: TextRow, language: string | null): string[] {
  const of = (texts: Readonly<Record<string, string>>) => (language === null ? Object.values(texts) : [texts[language] ?? ''])
  return [name, ...of(words), ...of(written ?? {})]
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
}

export function editAddress(textId: string): string {
  const [group = '', name = ''] = textId.split(/\/(.*)/s)
  return `/texts/${group}/${encodeURIComponent(name)}`
}
