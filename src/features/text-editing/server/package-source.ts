import type { PackageName } from '#features/site-content/content-packages.ts'
import { textsOf, withTexts } from '#features/site-content/package-texts.ts'
import { SMS_TEXT } from '#features/site-content/server/check-package.ts'
import { isAboutMoney, showsDrafts } from '#features/site-content/server/draft-texts.ts'
import { withOperatorWords } from '#features/site-content/server/operator-words.ts'
import { isPackageName, PACKAGE_NAMES, type SeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { checkContent } from '#features/site-content/server/site-content.ts'
import { lockContent, readActiveIds, readActivePackages, replaceWithin } from '#features/site-content/server/site-content.store.ts'
import { SPECIFIED_ENGLISH } from '#features/site-content/specified-english.ts'
import type { Database } from '#server/database/database.ts'
import { MAX_SMS_PARTS } from '#shared/gsm-text.ts'
import { DEFAULT_LANGUAGE, isEnglish, LANGUAGES } from '#shared/language.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'
import type { FieldFacts, FieldKind, Fields, TextFacts, TextLock, TextProblem } from '../edition.ts'
import { allowedLength, MENU_SEPTETS, placeholdersOf, tidyText } from '../text-rules.ts'
import type { ServedText, TextChange, TextSource } from './text-source.ts'

/** Their texts come with a script after the page, and browsers keep them (`src/portal/texts/fetch-texts.ts`); SMS are written here. */
const LOADED_LATER: ReadonlySet<PackageName> = new Set<PackageName>(['places-translation', 'otp-translation', 'wallet-translation'])
/** The sentence of the consent box is stored with each consent under `consentVersion`. */
const OF_CONSENT: ReadonlySet<PackageName> = new Set<PackageName>(['hbb-lead-form'])
const MENU: PackageName = 'ussd-translation'
const SMS_PART = 153
/** More bytes than what ships has, of the texts of a package in one language: pages have their budgets. */
const MAX_GROWTH_BYTES = 500

type Body = Record<string, unknown>
/** By '<language>/<package>': what is served, as it is written, and what of it editors wrote. */
type Bodies = Map<string, { whole: Body; own: Body }>

export function createPackageSource(seeds: SeedFiles): TextSource {
  const english = LANGUAGES.find(isEnglish) ?? DEFAULT_LANGUAGE
  const quoted = new Set(SPECIFIED_ENGLISH.map((text) => withOperatorWords(text, english)))
  const shippedTexts = new Map(
    PACKAGE_NAMES.flatMap((name) => languagesOf(name).map((language) => [`${language}/${name}`, textsOf(seeds.read(name, language))])),
  )
  const shippedText = (language: string, name: PackageName, id: string) => shippedTexts.get(`${language}/${name}`)?.get(id)
  let known: { ids: string; bodies: Bodies; texts: Map<string, ServedText> } | null = null

  /** What is stored never changes: it is read once for each set of packages. */
  async function readKnown(db: Database) {
    const ids = (await readActiveIds(db)).join('.')
    if (known?.ids === ids) return known
    const bodies = await readBodies(db)
    const texts = new Map(PACKAGE_NAMES.flatMap((name) => textsOfPackage(name, bodies, fieldFacts)))
    known = { ids, bodies, texts }
    return known
  }

  async function readBodies(db: Database): Promise<Bodies> {
    const active = new Map((await readActivePackages(db)).map((row) => [`${row.language}/${row.name}`, row]))
    const bodies: Bodies = new Map()
    for (const name of PACKAGE_NAMES)
      for (const language of languagesOf(name)) {
        const seed = bodyOf(seeds.read(name, language))
        const row = active.get(`${language}/${name}`)
        const stored = bodyOf(withOperatorWords(row?.body, language))
        const isEditors = row !== undefined && row.source === 'import' && row.seed_version === null
        const whole = isList(name) ? { ...seed, ...stored } : row ? stored : seed
        bodies.set(`${language}/${name}`, { whole, own: isEditors ? stored : {} })
      }
    return bodies
  }

  function fieldFacts(name: PackageName, id: string, language: string, served: string): FieldFacts {
    const shipped = shippedText(language, name, id) ?? served
    const lengths = CHECKED_LANGUAGES.map((each) => (shippedText(each, name, id) ?? '').length)
    const kind: FieldKind = SMS_TEXT.test(id) && isMessage(name) ? 'sms' : name === MENU ? 'ussd' : 'page'
    const most = { sms: MAX_SMS_PARTS * SMS_PART, ussd: MENU_SEPTETS, page: allowedLength([...lengths, shipped.length]) }
    const isChecked = CHECKED_LANGUAGES.includes(language)
    return {
      field: language,
      language,
      kind,
      maxLength: Math.max(most[kind], served.length),
      placeholders: placeholdersOf(shipped === '' ? (shippedText(DEFAULT_LANGUAGE, name, id) ?? '') : shipped),
      isQuoted: isEnglish(language) && quoted.has(shipped),
      mayBreakLines: shipped.includes('\n'),
      isUncheckedDraft: !isChecked && isAboutMoney(name, id),
    }
  }

  return {
    read: async (db) => (await readKnown(db)).texts,
    prepare(facts, typed) {
      const words = facts.fields.map((field) => [field.field, inWords(tidyText(typed[field.field] ?? '', field), field)] as const)
      return { texts: Object.fromEntries(words), problems: [] }
    },
    lock: lockContent,
    async plan(tx, changes) {
      const { bodies } = await readKnown(tx)
      const files = [...groupedByPackage(changes)].map(([key, texts]) => fileOf(key, texts, bodies, seeds))
      const { problems, packages } = checkContent(seeds, files)
      const heavy = files.flatMap((file) => weightProblems(file, bodies, seeds))
      const other = problems.map((detail): TextProblem => ({ field: '', kind: 'other', detail }))
      if (heavy.length > 0 || other.length > 0) return { problems: [...heavy, ...other] }
      return { write: () => replaceWithin(tx, packages) }
    },
  }
}

function isMessage(name: PackageName): boolean {
  return name === 'payment-translation' || name === 'find-translation' || name === 'otp-translation'
}

/** Names and texts; any other package is that of a page, and stored as a whole. Drafts of those are translators' work (decision 0093). */
function isList(name: string): boolean {
  return name.endsWith('-translation')
}

function languagesOf(name: PackageName): readonly string[] {
  return LANGUAGES.filter((language) => CHECKED_LANGUAGES.includes(language) || (isList(name) && showsDrafts(name)))
}

function lockOf(name: PackageName, id: string): TextLock | null {
  if (OF_CONSENT.has(name)) return 'consent'
  return LOADED_LATER.has(name) && !SMS_TEXT.test(id) ? 'loaded-later' : null
}

type FactsOf = (name: PackageName, id: string, language: string, served: string) => FieldFacts

function textsOfPackage(name: PackageName, bodies: Bodies, factsOf: FactsOf): [string, ServedText][] {
  const served = new Map(languagesOf(name).map((language) => [language, textsOf(bodies.get(`${language}/${name}`)?.whole ?? {})]))
  return [...(served.get(DEFAULT_LANGUAGE) ?? new Map<string, string>()).keys()].map((id) => {
    const texts: Fields = Object.fromEntries([...served].map(([language, all]) => [language, all.get(id) ?? '']))
    const fields = [...served].map(([language]) => factsOf(name, id, language, texts[language] ?? ''))
    const facts: TextFacts = { id: `${name}/${id}`, group: name, name: id, fields, lock: lockOf(name, id) }
    return [facts.id, { facts, texts }]
  })
}

function inWords(text: string, { language }: FieldFacts): string {
  return String(withOperatorWords(text, language))
}

/** By '<language>/<package>'. */
function groupedByPackage(changes: readonly TextChange[]): Map<string, Map<string, string>> {
  const groups = new Map<string, Map<string, string>>()
  for (const { textId, texts } of changes) {
    const [name = '', id = ''] = textId.split(/\/(.*)/s)
    for (const [language, text] of Object.entries(texts)) {
      if (text === '') continue
      const key = `${language}/${name}`
      groups.set(key, (groups.get(key) ?? new Map<string, string>()).set(id, text))
    }
  }
  return groups
}

type NewFile = { name: PackageName; language: string; body: unknown }

/** Of a list of texts, an editor's package holds what editors wrote; the rest comes with each version of the portal. */
function fileOf(key: string, texts: ReadonlyMap<string, string>, bodies: Bodies, seeds: SeedFiles): NewFile {
  const [language = '', name = ''] = key.split('/')
  if (!isPackageName(name)) throw new Error(`there is no package ${name}`)
  const { whole, own } = bodies.get(key) ?? { whole: {}, own: {} }
  if (!isList(name)) return { name, language, body: withTexts(whole, texts) }
  const complete: Body = { ...bodyOf(seeds.read(name, DEFAULT_LANGUAGE)), ...whole }
  const written = bodyOf(withTexts(complete, texts))
  const isWritten = (text: string) => Object.hasOwn(own, text) || written[text] !== complete[text]
  return { name, language, body: Object.fromEntries(Object.entries(written).filter(([text]) => isWritten(text))) }
}

function weightProblems({ name, language, body }: NewFile, bodies: Bodies, seeds: SeedFiles): TextProblem[] {
  const shipped = bytesOf(seeds.read(name, language) ?? {})
  const before = bodies.get(`${language}/${name}`)?.whole ?? {}
  const after = isList(name) ? { ...before, ...Object(body) } : body
  const isHeavier = bytesOf(after) > Math.max(shipped + MAX_GROWTH_BYTES, bytesOf(before))
  return isHeavier ? [{ field: language, kind: 'page-weight', detail: String(MAX_GROWTH_BYTES) }] : []
}

function bodyOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function bytesOf(body: unknown): number {
  return [...textsOf(body).values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}
