import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PAYMENT_STATES_PAGE, paymentStatesPage } from '../../scripts/draw-payment-states.ts'
import { LIMITS_PAGE, limitsPage } from '../../scripts/write-limit-table.ts'
import { METRICS_PAGE, pageWithMetrics } from '../../scripts/write-metric-table.ts'
import { TMFORUM_PAGE, tmforumPage } from '../../scripts/write-protocol-pages.ts'
import { PAGES_WITH_SETTINGS, pageWithSettings } from '../../scripts/write-setting-tables.ts'

test('the drawing of the payment states is up to date', () => {
  expect(readFileSync(PAYMENT_STATES_PAGE, 'utf8')).toBe(paymentStatesPage())
})

test('the table of limits is up to date: node scripts/write-limit-table.ts', () => {
  expect(readFileSync(LIMITS_PAGE, 'utf8')).toBe(limitsPage())
})

test('the messages of TM Forum are up to date: node scripts/write-protocol-pages.ts', () => {
  expect(readFileSync(TMFORUM_PAGE, 'utf8')).toBe(tmforumPage())
})

test('WATCH-2 the table of figures is up to date: node scripts/write-metric-table.ts', () => {
  expect(readFileSync(METRICS_PAGE, 'utf8')).toBe(pageWithMetrics())
})

test.for(PAGES_WITH_SETTINGS)('the tables of settings are up to date: node scripts/write-setting-tables.ts (%s)', (path) => {
  expect(readFileSync(path, 'utf8')).toBe(pageWithSettings(path))
})

test('every link between our documents leads somewhere', () => {
  const broken = globSync(['*.md', 'docs/**/*.md', 'sandbox/*.md']).flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => join(dirname(page), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${page} → ${target}`),
  )
  expect(broken).toEqual([])
})

/** What is told as history may name what is gone, and proof.md is written from the tests. */
const PAGES = globSync(['*.md', 'docs/*.md', 'docs/protocols/*.md', 'sandbox/*.md']).filter(
  (page) => page !== 'CHANGELOG.md' && page !== 'docs/proof.md',
)
/** Written by whoever runs the portal. */
const OF_THE_OPERATOR = new Set(['deploy/portal.env'])

function namedIn(page: string, pattern: RegExp): string[] {
  const spoken = [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`|^( {4}.*|(?:npm|node) .*)$/gm)].map(([text]) => text).join('\n')
  return [...spoken.matchAll(pattern)].map(([, name = '']) => name)
}

test.for(PAGES)('every command that a document names is there: %s', (page) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(namedIn(page, /npm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([])
})

test.for(PAGES)('every file that a document names is there: %s', (page) => {
  const ours = /(?<![\w./-])((?:src|scripts|tests|content|deploy|docs|sandbox|migrations|public)\/[\w./*{},-]*[\w*}])(?![<\w])/g
  const named = namedIn(page, ours).filter((path) => !OF_THE_OPERATOR.has(path))
  expect(named.filter((path) => globSync(path).length === 0)).toEqual([])
})

test.for(PAGES)('every file that a document names by its room is there: %s', (page) => {
  const inSource =
    /(?<![\w./-])((?:join|commands|calls|features|portal|server|outbound|operator|payment-connectors|settings)\/[\w./-]+\.tsx?)/g
  const named = namedIn(page, inSource)
  expect(named.filter((path) => !existsSync(`src/${path}`) && !existsSync(`sandbox/${path}`))).toEqual([])
})
