import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PAYMENT_STATES_PAGE, paymentStatesPage } from '../../scripts/draw-payment-states.ts'
import { LIMITS_PAGE, limitsPage } from '../../scripts/write-limit-table.ts'
import { METRICS_PAGE, pageWithMetrics } from '../../scripts/write-metric-table.ts'
import { TMFORUM_PAGE, tmforumPage } from '../../scripts/write-protocol-pages.ts'
import { SETTINGS_PAGE, settingsPage } from '../../scripts/write-setting-tables.ts'

test('the drawing of the payment states is up to date', async () => {
  expect(readFileSync(PAYMENT_STATES_PAGE, 'utf8')).toBe(await paymentStatesPage())
})

test('the table of limits is up to date: node scripts/write-limit-table.ts', async () => {
  expect(readFileSync(LIMITS_PAGE, 'utf8')).toBe(await limitsPage())
})

test('the messages of TM Forum are up to date: node scripts/write-protocol-pages.ts', async () => {
  expect(readFileSync(TMFORUM_PAGE, 'utf8')).toBe(await tmforumPage())
})

test('WATCH-2 the table of metrics is up to date: node scripts/write-metric-table.ts', async () => {
  expect(readFileSync(METRICS_PAGE, 'utf8')).toBe(await pageWithMetrics())
})

test('the tables of settings are up to date: node scripts/write-setting-tables.ts', async () => {
  expect(readFileSync(SETTINGS_PAGE, 'utf8')).toBe(await settingsPage())
})

test.for(globSync('docs/decisions/*.md'))('a decision has its number, its date and its status: %s', (path) => {
  const number = basename(path).slice(0, 4)
  const head = new RegExp(`^# ${number} .+\\n\\nDate: \\d{4}-\\d{2}-\\d{2}\\. Status: (accepted|superseded by \\[\\d{4}\\])`)
  expect(readFileSync(path, 'utf8')).toMatch(head)
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

/** History may name removed files, and proof.md is generated from the tests. */
const PAGES = globSync(['*.md', 'docs/*.md', 'docs/{compliance,handbook,protocols}/*.md', 'sandbox/*.md']).filter(
  (page) => page !== 'CHANGELOG.md' && page !== 'docs/proof.md',
)
/** Files that the operator of the portal writes. */
const OF_THE_OPERATOR = new Set(['deploy/portal.env', 'deploy/database-password.txt', 'deploy/certificates'])

function namedIn(page: string, pattern: RegExp): string[] {
  const spoken = [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`|^( {4}.*|(?:npm|node) .*)$/gm)].map(([text]) => text).join('\n')
  return [...spoken.matchAll(pattern)].map(([, name = '']) => name)
}

test.for(PAGES)('every command named in a document exists: %s', (page) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(namedIn(page, /npm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([])
})

test.for(PAGES)('every file named in a document exists: %s', (page) => {
  const ours =
    /(?<![\w./-])((?:src|scripts|drills|bench|tests|content|deploy|docs|sandbox|migrations|public)\/[\w./*{},-]*[\w*}])(?![<\w])/g
  const named = namedIn(page, ours).filter((path) => !OF_THE_OPERATOR.has(path))
  expect(named.filter((path) => globSync(path).length === 0)).toEqual([])
})

test.for(PAGES)('every file named in a document by its module path exists: %s', (page) => {
  const inSource =
    /(?<![\w./-])((?:join|commands|calls|features|portal|server|outbound|operator|payment-connectors|settings)\/[\w./-]+\.tsx?)/g
  const named = namedIn(page, inSource)
  expect(named.filter((path) => !existsSync(`src/${path}`) && !existsSync(`sandbox/${path}`))).toEqual([])
})
