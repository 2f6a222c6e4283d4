import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFaqSeed } from '#features/help/server/faq-file.ts'
import { packageProblems, placeholders } from '#features/site-content/server/check-package.ts'
import { PACKAGE_NAMES, readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { isFlat, textsOf } from '#features/site-content/package-texts.ts'
import { SPECIFIED_ENGLISH } from '#features/site-content/specified-english.ts'
import { withOperatorWords } from '#features/site-content/server/operator-words.ts'
import { shownPackage } from '#features/site-content/server/site-content.ts'
import { contentDigest, writtenVersion } from '../../scripts/write-content-version.ts'

const seeds = readSeedFiles()
const names = PACKAGE_NAMES
const texts = (name: (typeof names)[number], language: 'fr' | 'en') => seeds.read(name, language) as Record<string, unknown>

test.for(names)('API-6 %s is complete and correct in French and English', (name) => {
  for (const language of ['fr', 'en'] as const) expect(packageProblems(name, texts(name, language), texts(name, 'en'))).toEqual([])
  expect(shapeOf(texts(name, 'fr'))).toEqual(shapeOf(texts(name, 'en')))
})

test.for(names)('%s: both languages put the same values into the same texts', (name) => {
  for (const [key, english] of Object.entries(texts(name, 'en'))) {
    const french = texts(name, 'fr')[key]
    if (typeof english === 'string' && typeof french === 'string')
      expect(placeholders(french).toSorted(), key).toEqual(placeholders(english).toSorted())
  }
})

const PROGRAMS = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.'))
  .map((path) => readFileSync(path, 'utf8'))
const WORDS_OF_PROGRAMS = new Set(PROGRAMS.flatMap((program) => program.match(/[A-Za-z][A-Za-z0-9_-]*/g) ?? []))
/** Text names built by code: `reason_${reason}`, `${step}More`. */
const MADE_NAMES = PROGRAMS.flatMap((program) => [
  ...program.matchAll(/`([A-Za-z]+_?[a-z]*_?)\$\{[^`{}]*\}`|`\$\{[^`{}]*\}([A-Z][a-z]+)`/g),
]).map(([, begin, end]) => (begin ? new RegExp(`^${begin}.`) : new RegExp(`.${end}$`)))
/** Required by the specification, unused by our pages. */
const SPECIFIED = new Set(['search'])

const FRENCH_FILES = [...globSync('content/fr/*.json'), 'content/data/faqs.json']

test.for(FRENCH_FILES)('%s is written with plain blanks: which of them hold a line together is decided where texts are shown', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/[\u00a0\u202f]/)
})

test('French has no straight apostrophe, a blank around double signs, and none before points of suspension', () => {
  const wrong = names.flatMap((name) =>
    shownTexts(seeds.read(name, 'fr')).filter((text) =>
      /\p{L}'\p{L}|[\p{L}})][?!;:»](?: |$)|«(?! )| …|\d\.\d/u.test(text.replace('CC BY 4.0', '')),
    ),
  )
  expect(wrong).toEqual([])
})

test('what a French page shows has a fixed blank wherever a line must not end', () => {
  const loose = names.flatMap((name) => shownTexts(shownPackage(texts(name, 'fr'), 'fr')).filter((text) => / [;?!:»]|« /.test(text)))
  expect(loose).toEqual([])
})

test('values of a package that code reads, and all English, stay unchanged', () => {
  const form = { fields: [{ name: 'a b ?', pattern: '^[0-9] ?: [a-z]$', label: 'Où ?', options: ['1 000 F'] }] }
  expect(shownPackage(form, 'fr')).toEqual({ fields: [{ ...form.fields[0], label: 'Où\u202f?' }] })
  expect(shownPackage(form, 'en')).toBe(form)
})

/** One word per thing (docs/glossary.md); on the left are refused synonyms and technical words. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bPIN\b|pincode/i, 'code secret'],
  [/\b(?:bouquets?|bundles?|packs?|plans?)\b(?! simplifié)/i, 'forfait'],
  [/crédit (?:téléphonique|d’appel)|\bairtime\b|\bunités\b/i, 'crédit'],
  [/prestataire|passerelle|gateway/i, 'service de paiement'],
  [/prélev|ponctionn/i, 'débité'],
  [/tentative/i, 'essai'],
  [/crédités?\b|(?<!\p{L})versée?s?\b/iu, 'livré'],
  [/numéro de téléphone/i, 'numéro de mobile'],
  [/porte-monnaie|\bwallet\b/i, 'portefeuille'],
  [/\bmail\b|courriel/i, 'e-mail'],
  [/\b(?:Rechercher|Recherchez)\b/, 'chercher'],
  [/Recharger la page/, 'Rouvrir la page'],
]

test.for(OTHER_WORDS)('French never says %s: it is %s', ([other]) => {
  const help = helpTexts(readFaqSeed())
  const said = [...names.flatMap((name) => shownTexts(seeds.read(name, 'fr'))), ...help]
  expect(said.filter((text) => other.test(text.replaceAll('-mail', '').replace(/href="[^"]*"/g, '')))).toEqual([])
})

test.for(names.filter((name) => name.endsWith('-translation') && name !== 'problem-translation'))('%s holds no unused text', (name) => {
  const isMade = (key: string) => MADE_NAMES.some((made) => made.test(key))
  const unused = Object.keys(texts(name, 'en')).filter((key) => !WORDS_OF_PROGRAMS.has(key) && !isMade(key) && !SPECIFIED.has(key))
  expect(unused).toEqual([])
})

test('API-6 every sentence that the specification quotes is in the English texts, letter for letter', () => {
  const english = new Set(names.flatMap((name) => shownTexts(seeds.read(name, 'en'))))
  expect(SPECIFIED_ENGLISH.filter((text) => !english.has(String(withOperatorWords(text, 'en'))))).toEqual([])
})

test('LOAD-2 the loading texts are the specification’s, letter for letter', () => {
  expect(texts('loader-translation', 'en')).toEqual({
    wait: 'Please wait ...',
    holdOn: 'Hold on!',
    loadingMessage: 'We are loading the page for you',
  })
})

/** Keys and types without texts: a list of links may differ in its texts but not in its shape. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  const entries = Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)] as const)
  return Object.fromEntries(entries.toSorted(([first], [second]) => first.localeCompare(second)))
}

/** All texts of a package, without values that only code reads. */
function shownTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return ['pattern', 'href', 'icon', 'payStackConfig', 'pinResetDial', 'home'].includes(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, text]) => shownTexts(text, Array.isArray(value) ? key : inner))
}

function helpTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'fr' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, text]) => helpTexts(text, inner))
}

test('OPS-4 content that changed has a new version: node scripts/write-content-version.ts', () => {
  expect(writtenVersion().digest).toBe(contentDigest())
})

test('OPR-4 translators get sentences, not values that programs read', () => {
  const same = names
    .filter((name) => !isFlat(texts(name, 'en')))
    .flatMap((name) => {
      const english = textsOf(texts(name, 'en'))
      return [...textsOf(texts(name, 'fr'))].filter(([id, text]) => english.get(id) === text).map(([, text]) => text)
    })
  expect([...new Set(same)].toSorted()).toEqual(['2G, 3G, 4G, 5G', 'WhatsApp'])
})
