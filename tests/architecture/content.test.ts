import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONTENT_PACKAGES, isPackageName } from '#features/site-content/package-names.ts'
import { packageProblems, placeholders } from '#features/site-content/server/check-package.ts'
import { readSeedFiles } from '#features/site-content/server/seed-files.ts'
import { shownPackage } from '#features/site-content/server/shown-package.ts'

const seeds = readSeedFiles()
const names = Object.keys(CONTENT_PACKAGES).filter(isPackageName)
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

const FRENCH_FILES = [...names.map((name) => `content/fr/${name}.json`), 'content/data/faqs.json']

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

test('what programs read in a package, and all English, stays as it was written', () => {
  const form = { fields: [{ name: 'a b ?', pattern: '^[0-9] ?: [a-z]$', label: 'Où ?', options: ['1 000 F'] }] }
  expect(shownPackage(form, 'fr')).toEqual({ fields: [{ ...form.fields[0], label: 'Où\u202f?' }] })
  expect(shownPackage(form, 'en')).toBe(form)
})

test('LOAD-2 the loading texts are the specification’s, letter for letter', () => {
  expect(texts('loader-translation', 'en')).toEqual({
    wait: 'Please wait ...',
    holdOn: 'Hold on!',
    loadingMessage: 'We are loading the page for you',
  })
})

/** Keys and kinds, not words: a list of links may differ in its words but not in its shape. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  const entries = Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)] as const)
  return Object.fromEntries(entries.toSorted(([first], [second]) => first.localeCompare(second)))
}

/** All texts of a package but what only programs read. */
function shownTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return ['pattern', 'href', 'payStackConfig', 'pinResetDial'].includes(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, text]) => shownTexts(text, Array.isArray(value) ? key : inner))
}
