import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkFaqs } from '#features/help/server/faq-file.ts'
import { packageProblems, placeholders } from '#features/site-content/server/check-package.ts'
import { isPackageName } from '#features/site-content/server/shipped-packages.ts'
import { operatorWords, withOperatorWords } from '#features/site-content/server/operator-words.ts'
import { operatorNames, readOperator } from '#settings/read-operator.ts'
import { encodeSms } from '#shared/gsm-text.ts'

const OPERATORS = operatorNames().map((name) => readOperator(name))
/** Shops and sites are an operator's data, not texts. */
const FILES = globSync('content/*/*.json').filter((path) => !/data\/(shops|sites)/.test(path))
const textOf = (path: string) => readFileSync(path, 'utf8')
const NAMES = new RegExp(OPERATORS.flatMap(({ brand }) => [brand.shortName, brand.slug, brand.smsPrefix]).join('|'), 'giu')

test.for(FILES)('no text names an operator, its wallet or its care number: %s', (path) => {
  const text = textOf(path).replace('"findTenereIn"', '')
  expect(text.match(NAMES)).toBeNull()
  expect(text.match(/(?<![\d ])\b300\b(?! (?:m|mètres|metres)\b)|tel:\d/g)).toBeNull()
})

test('no program names an operator', () => {
  // The default of GUICHET_OPERATOR, and names that the specification, browsers and editors' files have.
  const allowed = /'ne-tenere'|isTenereWorks|findTenereIn/g
  const named = globSync('src/**/*.{ts,tsx,css}')
    .filter((path) => !/\.test\.|\/testing\//.test(path))
    .flatMap((path) => (textOf(path).replace(allowed, '').match(NAMES) ?? []).map((name) => `${path}: ${name}`))
  expect(named).toEqual([])
})

const PROGRAMS = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.'))
  .map(textOf)
  .join('\n')

test('every placeholder is a word of the operator, or a value that a program gives', () => {
  const words = Object.keys(operatorWords(readOperator('ne-tenere'), 'fr'))
  const unknown = FILES.flatMap((path) =>
    placeholders(textOf(path).replaceAll('p{M}', ''))
      .map((each) => each.slice(1, -1))
      .filter((name) => !words.includes(name) && !new RegExp(`\\b${name}\\b\\??[:,]|[{,] ${name} [,}]`).test(PROGRAMS))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test.for(OPERATORS.map((operator) => [operator.brand.name, operator] as const))(
  'every text can be served in the words of %s, and each of its SMS has one part',
  ([, operator]) => {
    for (const path of globSync('content/{fr,en}/*.json')) {
      const [, language = '', name = ''] = /content\/(..)\/(.+)\.json/.exec(path) ?? []
      const body = withOperatorWords(JSON.parse(textOf(path)), language, operator)
      if (!isPackageName(name) || typeof body !== 'object' || body === null) throw new Error(`${path} is no package`)
      expect(packageProblems(name, body, body), path).toEqual([])
      for (const [key, text] of Object.entries(body))
        if (/^sms(_|$)/.test(key)) expect(encodeSms(String(text)), `${path} ${key}`).toMatchObject({ coding: 'gsm', parts: 1 })
    }
    const help = checkFaqs(withOperatorWords(JSON.parse(textOf('content/data/faqs.json')), 'fr', operator))
    expect(help.problems).toEqual([])
  },
)
