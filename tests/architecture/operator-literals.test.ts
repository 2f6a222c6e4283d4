import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operatorNames, readOperator } from '#settings/read-operator.ts'

/** Facts of the specification, of protocols and of languages that hold for every operator: path, words, reason. */
const ALLOWED: readonly (readonly [path: string, words: readonly string[], reason: string])[] = [
  [
    'src/shared/currency-exponent.ts',
    ['CDF', 'KES', 'NGN', 'USD', 'XOF', "'fr'"],
    'ISO 4217; an unknown currency is named in two languages',
  ],
  ['src/shared/language.ts', ["'en'", "'fr'"], 'typography of French, words that the specification gives in English only'],
  ['src/console/console-language.ts', ["'en'", "'fr'"], 'the languages of the console are the same for every operator'],
  ['src/shared/calendar-day.ts', ["'en'"], 'digits of a date for programs'],
  [
    'src/settings/read-operator.ts',
    ["'ne-tenere'", "'en'"],
    'the default of GUICHET_OPERATOR; any locale finds out whether a time zone exists',
  ],
  ['src/settings/gateways.ts', ['CDF', 'KES', 'NGN', 'USD', 'XOF'], 'currencies that Paystack and CinetPay list'],
  ['src/payment-connectors/cinetpay/cinetpay.messages.ts', ["'en'", "'fr'"], 'languages of its page'],
  ['src/payment-connectors/uba/uba.messages.ts', ['CDF', 'KES', 'NGN', 'USD', 'XOF'], 'ISO numbers in the protocol'],
  ['src/payment-connectors/pispi/pispi.messages.ts', ['XOF'], 'the currency of the union, which no message names'],
  ['src/features/site-content/server/site-content.calls.ts', ["'en'"], 'STATE-3: content without a prefix is English'],
  ['src/features/site-content/server/shipped-packages.ts', ["'en'"], 'the language that texts are typed by'],
  ['src/portal/texts/fallback-words.ts', ["'en'", "'fr'"], 'words in a checked language when the content cannot be read'],
]

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const FILES = globSync('src/**/*.{ts,tsx,css,module.css}').filter((path) => !/\.test\.|-testing\.ts$|\/testing\//.test(path))

const OPERATORS = operatorNames().map((name) => readOperator(name, { withDrafts: true }))
const unique = (words: readonly string[]) => [...new Set(words)]
const CURRENCIES = unique(['NGN', ...OPERATORS.flatMap(({ money }) => money.currencies.map(({ code }) => code))])
const QUOTED = unique(
  OPERATORS.flatMap(({ country, tags }) => [country.code, country.code3, country.dialCode, country.timeZone, ...tags]).concat(
    operatorNames(),
  ),
)
/** Country and currency words inside of texts. */
const SPOKEN = ['F CFA', 'FCFA', 'francs?', 'shillings?', 'Niger', 'Niamey', 'Congo', 'Kinshasa', 'Kenya', 'Nairobi']
const HITS = new RegExp(
  `\\b(?:${CURRENCIES.join('|')})\\b|(['"\`])(?:${QUOTED.join('|')})\\1|\\b(?:ne|cd|ke)_|\\b(?:227|243)\\b|\\+254\\b|\\b(?:${SPOKEN.join('|')})\\b`,
  'g',
)

const hitsIn = (text: string) => [...text.replace(COMMENTS, '').matchAll(HITS)].map(([hit]) => hit)

test('OPR-1 no program names a country, a currency, a language or a dial code, except facts that hold for every operator', () => {
  expect(FILES.length).toBeGreaterThan(600)
  const problems = FILES.flatMap((path) => {
    const allowed = new Set(ALLOWED.filter(([where]) => where === path).flatMap(([, words]) => words))
    return hitsIn(readFileSync(path, 'utf8'))
      .filter((hit) => !allowed.has(hit))
      .map((hit) => `${path}: ${hit}`)
  })
  expect(problems).toEqual([])
})

test('OPR-1 an exception that is not needed any more is removed', () => {
  const idle = ALLOWED.flatMap(([path, words]) => {
    const hits = hitsIn(readFileSync(path, 'utf8'))
    return words.filter((word) => !hits.includes(word)).map((word) => `${path}: ${word}`)
  })
  expect(idle).toEqual([])
})

test.for([
  "const a = 'fr'",
  'currency: "XOF"',
  "case '+227':",
  '`Niamey`',
  "if (code === 'NE')",
  "'Africa/Niamey'",
  "page: 'ne_cw_portal'",
  '<p>1 000 F CFA</p>',
])('OPR-1 the search finds %s', (line) => {
  expect(hitsIn(line)).not.toEqual([])
})
