import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OPERATOR } from '#operator-record'
import { packageProblems, placeholders } from '#features/site-content/server/check-package.ts'
import { withOperatorWords } from '#features/site-content/server/operator-words.ts'
import { isPackageName } from '#features/site-content/server/shipped-packages.ts'
import { isFlat, textsOf, withTexts } from '#features/site-content/package-texts.ts'
import { reviewHash, reviewsPath, writtenPackages, writtenTexts, type TextId } from '#settings/read-reviews.ts'
import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import { EXIT } from './command.ts'
import { readXliff, writeXliff, type TranslatorText } from './xliff-file.ts'

/** OPR-4. Runs with the record of the operator that is asked for (operator-command.ts). */
const [verb = '', language = '', file = ''] = process.argv.slice(2)
const { folder, checkedTexts } = OPERATOR
const sources = writtenTexts(folder, DEFAULT_LANGUAGE)
const targets = writtenTexts(folder, language)
const checked = new Set(checkedTexts[language]?.keys())

/** A text that a page package took over from its source is not translated yet, unless a speaker says that it is the same. */
function isTranslated(id: TextId): boolean {
  const target = targets.get(id)
  return target !== undefined && (target !== sources.get(id) || checked.has(id))
}

function noteOf(id: TextId): string | undefined {
  if (/\/sms(_|$)/.test(id)) return 'SMS: short; letters that an SMS lacks make it cost more.'
  return id.startsWith('ussd-translation/') ? 'Menu of a phone: letters of SMS only, as short as can be.' : undefined
}

async function exportTexts(): Promise<string> {
  const texts = new Map<TextId, TranslatorText>()
  for (const [id, source] of sources) {
    const note = noteOf(id)
    const translation = isTranslated(id)
      ? ({ target: targets.get(id), state: checked.has(id) ? 'reviewed' : 'translated' } as const)
      : ({ state: 'initial' } as const)
    texts.set(id, { source, ...translation, ...(note && { note }) })
  }
  writeFileSync(file, await writeXliff(texts, { source: DEFAULT_LANGUAGE, target: language }))
  return `${file}: ${texts.size} texts, ${[...sources.keys()].filter(isTranslated).length} translated, ${checked.size} checked\n`
}

/** What is wrong with a translation by itself. */
function translationProblems(id: TextId, { target }: TranslatorText): string[] {
  const source = sources.get(id)
  if (source === undefined) return [`${id}: there is no such text`]
  if (target === undefined) return []
  const [given, used] = [source, target].map((text) => [...new Set(placeholders(text))].toSorted().join(' '))
  return given === used ? [] : [`${id}: must hold ${given || 'no placeholder'}, and holds ${used || 'none'}`]
}

type Imported = { path: string; body: unknown }

/** The packages with their translations, as files of the operator's folder; null removes one that says nothing of its own. */
function packagesWith(texts: ReadonlyMap<TextId, TranslatorText>, say: (problem: string) => void): Imported[] {
  const [first, own] = [DEFAULT_LANGUAGE, language].map((each) => writtenPackages(folder, each))
  return [...(first ?? [])].flatMap(([name, { body: source }]) => {
    const places = [...textsOf(source).keys()].filter((place) => texts.get(`${name}/${place}`)?.target !== undefined)
    if (places.length === 0 || !isPackageName(name)) return []
    const translations = new Map(places.map((place) => [place, texts.get(`${name}/${place}`)?.target ?? '']))
    const before = own?.get(name)
    const base: unknown = before?.body ?? (isFlat(source) ? {} : source)
    const body: unknown = isFlat(source) ? { ...Object(base), ...Object.fromEntries(translations) } : withTexts(base, translations)
    for (const problem of packageProblems(
      name,
      withOperatorWords({ ...Object(source), ...Object(body) }, language),
      withOperatorWords(source),
    ))
      say(`${name}: ${problem}`)
    return [{ path: join(folder, 'content', language, `${name}.json`), body: ownPart(body, before?.shipped) }]
  })
}

/** OPR-1: an operator writes only the texts that differ. */
function ownPart(body: unknown, shipped: unknown): unknown {
  if (JSON.stringify(body) === JSON.stringify(shipped)) return null
  if (shipped === undefined || !isFlat(shipped)) return body
  const differing = Object.entries(Object(body)).filter(([key, text]) => text !== Object(shipped)[key])
  return differing.length > 0 ? Object.fromEntries(differing) : null
}

/** The hashes of checked texts; a text whose source has changed since the export is a draft again. */
function reviewsWith(texts: ReadonlyMap<TextId, TranslatorText>): Record<string, string> {
  const hashes = new Map([...(checkedTexts[language] ?? [])].map(([id, pair]) => [id, reviewHash(pair)]))
  for (const [id, { source, target, state }] of texts) {
    const isChecked = (state === 'reviewed' || state === 'final') && target !== undefined && source === sources.get(id)
    if (isChecked) hashes.set(id, reviewHash({ source, target }))
    else if (target !== undefined) hashes.delete(id)
  }
  return Object.fromEntries([...hashes].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

async function importTexts(): Promise<string> {
  const { texts, problems } = await readXliff(readFileSync(file, 'utf8'), { source: DEFAULT_LANGUAGE, target: language })
  for (const [id, text] of texts) problems.push(...translationProblems(id, text))
  const packages = packagesWith(texts, (problem) => problems.push(problem))
  if (problems.length > 0) throw new Error(problems.map((problem) => `Wrong: ${file}: ${problem}\n`).join(''))
  for (const { path, body } of packages) write(path, body)
  const reviews = reviewsWith(texts)
  write(reviewsPath(folder, language), reviews)
  const stale = [...texts].filter(([id, { source, target }]) => target !== undefined && source !== sources.get(id)).length
  const news = stale > 0 ? `; ${stale} are drafts, because their source has changed since the export` : ''
  return `${folder}: ${[...texts.values()].filter(({ target }) => target !== undefined).length} texts in ${language}, ${Object.keys(reviews).length} of ${sources.size} checked${news}\n`
}

function write(path: string, body: unknown): void {
  if (body === null) return rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(body, null, 2)}\n`)
}

try {
  process.stdout.write(await (verb === 'export' ? exportTexts() : importTexts()))
} catch (error) {
  process.stderr.write(error instanceof Error ? `${error.message.trimEnd()}\n` : String(error))
  process.exit(EXIT.settings)
}
