import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONTENT_PACKAGES, isPackageName } from '#features/site-content/package-names.ts'
import { packageProblems, placeholders } from '#features/site-content/server/check-package.ts'
import { readSeedFiles } from '#features/site-content/server/seed-files.ts'

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

test('French is written with its typography: no straight apostrophe, a space before double signs', () => {
  const wrong = names.flatMap((name) => {
    const source = readFileSync(`content/fr/${name}.json`, 'utf8')
    return [...source.matchAll(/"(?:[^"\\]|\\.)*"/g)]
      .map(([text]) => text.slice(1, -1))
      .filter((text) => /[a-zéè]'[a-zéè]|[a-zéè][?!]( |$)/i.test(text))
  })
  expect(wrong).toEqual([])
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
