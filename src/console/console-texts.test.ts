import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConsoleLanguage } from './console-language.ts'
import { consoleTexts } from './console-texts.ts'

type TextsOf = (language: ConsoleLanguage) => Readonly<Record<string, string>>

const FILES = globSync('src/console/**/*-texts.ts').filter((path) => !path.endsWith('/console-texts.ts'))

async function textsIn(path: string): Promise<TextsOf[]> {
  const module: Record<string, unknown> = await import(join('../..', path))
  return Object.values(module).filter((value): value is TextsOf => typeof value === 'function' && value.length === 1)
}

const placeholders = (text: string) => [...new Set(text.match(/\{[a-zA-Z]+\}/g))].toSorted()

test('there are texts to check', () => {
  expect(FILES.length).toBeGreaterThan(6)
})

test.for(FILES)('%s: both languages say the same things with the same values, and nothing is empty', async (path) => {
  for (const texts of await textsIn(path)) {
    const [french, english] = [texts('fr'), texts('en')]
    expect(Object.keys(french).toSorted()).toEqual(Object.keys(english).toSorted())
    for (const [key, text] of Object.entries(french)) {
      expect(placeholders(text), key).toEqual(placeholders(english[key] ?? ''))
      expect([text.trim(), english[key]?.trim()], key).not.toContain('')
    }
  }
})

test.for(FILES)('%s: French has no straight apostrophe, and a blank before double signs', async (path) => {
  const all = (await textsIn(path)).flatMap((texts) => Object.values(texts('fr')))
  expect(all.filter((text) => /\p{L}'\p{L}|[\p{L}})][?!;:»](?: |$)|«(?!\s)| …/u.test(text))).toEqual([])
})

test('French signs are set where a text is read', () => {
  expect(consoleTexts({ fr: { a: 'Vrai ? « Oui » : 15 min' }, en: { a: 'x' } })('fr').a).toBe(
    'Vrai\u202f? «\u00a0Oui\u00a0»\u00a0: 15\u00a0min',
  )
})
