import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabaseClock } from '#server/database-clock.ts'
import { openPool, readDatabaseTime } from '#server/database/database.ts'
import { FORMER_NAMES, METRICS } from '#server/logging/metric-table.ts'
import { serveMetrics } from '#server/logging/metrics.ts'
import { declaredMetrics } from '#tests/support/metric-text.ts'
import { hasPrometheus, startPrometheus, type RunningPrometheus } from '#tests/support/prometheus.ts'
import { scriptedProvider } from '#tests/support/scripted-provider.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { testPortal } from '#tests/support/test-portal.ts'
import { dashboardQueries, figureOf, selectorsOf } from './promql-selectors.ts'

const RULES = 'deploy/prometheus-alerts.yaml'
const RULE_TESTS = 'deploy/prometheus-alerts.test.yaml'
const PATIENCE = { timeout: 30_000, interval: 200 }

const rules = readFileSync(RULES, 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
const queries = dashboardQueries(
  JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as Parameters<typeof dashboardQueries>[0],
)

test('WATCH-6 figures and labels are found in an expression, and nothing else is taken for one', () => {
  const expression = `sum by (connector) (increase(a_total{outcome="be}gun 3"}[30m])) >= 10 and on (x, y) b_seconds offset 1h / 49 * 3600 > bool 1e3 unless c:d{x!~"2"}`
  expect(selectorsOf(expression)).toEqual([
    { name: 'a_total', selector: 'a_total{outcome="be}gun 3"}' },
    { name: 'b_seconds', selector: 'b_seconds' },
    { name: 'c:d', selector: 'c:d{x!~"2"}' },
  ])
  expect(selectorsOf('histogram_quantile(0.95, sum by (le) (rate(p99_seconds_bucket[5m])))').map(({ name }) => figureOf(name))).toEqual([
    'p99_seconds',
  ])
})

test('WATCH-6 every alert says what it is, what to do, and where the guide tells more', () => {
  const guide = readFileSync('docs/operations.md', 'utf8')
  const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )
  const blocks = rules.split('- alert: ').slice(1)
  for (const block of blocks) {
    expect(block).toMatch(/summary: '.{20,}'/)
    expect(block).toMatch(/description: '.{20,}'/)
    expect(block).toMatch(/severity: (critical|warning)/)
    const anchor = /runbook_url: docs\/operations\.md#(\S+)/.exec(block)?.[1]
    expect(headings, block.split('\n')[0]).toContain(anchor)
  }
  expect(new Set(alerts).size).toBe(alerts.length)
})

test('WATCH-6 every alert has a test in which it rings', () => {
  const told = readFileSync(RULE_TESTS, 'utf8')
  expect(alerts.filter((name) => !told.includes(`alertname="${name}"`))).toEqual([])
})

test('WATCH-6 figures of the whole portal are never added up over replicas', () => {
  const all = [
    ...queries.map(({ query }) => query),
    ...[...rules.matchAll(/expr: (?:>-\n)?((?:.+\n)+?) {8}for:/g)].map(([, text = '']) => text),
  ]
  expect(all.length).toBeGreaterThan(50)
  const portal = Object.entries(METRICS)
    .filter(([, { of }]) => of === 'portal')
    .map(([name]) => name)
  const added = all.filter((text) => portal.some((name) => new RegExp(`(?:sum|avg|count)(?: by \\([^)]*\\))? ?\\(${name}\\b`).test(text)))
  expect(added).toEqual([])
})

if (!hasPrometheus()) process.stdout.write('Skipped: the tests of alert rules and dashboard need the Debian package prometheus.\n')

describe.skipIf(!hasPrometheus())('with the real Prometheus', () => {
  let prometheus: RunningPrometheus
  let scraped = ''

  beforeAll(async () => {
    const ports = [await aReplica(), await aReplica()].map(({ port }) => port)
    scraped = await (await fetch(`http://127.0.0.1:${ports[0]}/metrics`)).text()
    prometheus = await startPrometheus({ targets: ports.map((port) => `127.0.0.1:${port}`), rules: [RULES] })
    // At least two scrapes of both, as a rate requires.
    const seen = async () => (await prometheus.query('count_over_time(guichet_ready[1m]) > 2')).length
    await vi.waitUntil(async () => (await seen()) === ports.length, PATIENCE)
  }, 60_000)
  afterAll(() => prometheus?.stop())

  test('WATCH-2 a running portal tells exactly the figures of the table', () => {
    expect(declaredMetrics(scraped).toSorted()).toEqual([...Object.keys(METRICS), ...Object.values(FORMER_NAMES)].toSorted())
  })

  test('WATCH-7 every query of the dashboard is understood, and every figure and label in it is there', async () => {
    expect(queries.length).toBeGreaterThan(30)
    for (const { title, query } of queries) {
      await expect(prometheus.query(query), `${title}: ${query}`).resolves.toBeInstanceOf(Array)
      expect(await missingIn(prometheus, query), title).toEqual([])
    }
  })

  test('WATCH-6 Prometheus takes every rule, and every figure and label in it is there', async () => {
    const { groups } = (await prometheus.read('rules')) as { groups: { rules: { name: string; query: string; lastError?: string }[] }[] }
    const taken = groups.flatMap((group) => group.rules)
    expect(taken.map(({ name }) => name).toSorted()).toEqual(alerts.toSorted())
    for (const { name, query } of taken) expect(await missingIn(prometheus, query), name).toEqual([])
  })

  test('WATCH-6 a figure, a label or a value that is misspelt is found', async () => {
    expect(await missingIn(prometheus, 'max(guichet_refunds_opened{clock="late"}) > 0')).toEqual(['guichet_refunds_opened{clock="late"}'])
    expect(await missingIn(prometheus, 'max(guichet_refunds_open{clock="lat"})')).toEqual(['guichet_refunds_open{clock="lat"}'])
    expect(await missingIn(prometheus, 'max(guichet_refunds_open{klock="late"})')).toEqual(['guichet_refunds_open{klock="late"}'])
    await expect(prometheus.query('max(guichet_ready')).rejects.toThrow('parse error')
  })

  test('WATCH-7 two replicas tell the same of the whole portal', async () => {
    const differ = await prometheus.query(
      'max by (connector, state) (guichet_open_attempts) != min by (connector, state) (guichet_open_attempts)',
    )
    expect(differ).toEqual([])
    expect(await prometheus.query('guichet_payments_in_review{reason="overpaid"}')).toHaveLength(2)
  })

  test('WATCH-6 promtool: the rules are right, and ring when they should and not before', () => {
    expect(promtool('check', 'rules', RULES)).toMatchObject({ status: 0 })
    expect(promtool('test', 'rules', RULE_TESTS)).toMatchObject({ status: 0 })
  })

  test.for([
    ['a threshold', '> 900', '> 90000'],
    ['a label', 'clock="late"', 'clock="lat"'],
    ['sum instead of max', 'sum(max by (reason) (guichet_payments_in_review)) -', 'sum(guichet_payments_in_review) -'],
    ['a time', 'for: 15m', 'for: 3m'],
    ['an alert that is gone', 'alert: GuichetClockOff', 'alert: GuichetClockGone'],
  ] as const)('WATCH-6 promtool finds a rule that was spoilt: %s', async ([, right, wrong]) => {
    expect(rules).toContain(right)
    const folder = await mkdtemp(join(tmpdir(), 'guichet-rules-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'prometheus-alerts.yaml'), rules.replace(right, wrong))
    await writeFile(join(folder, 'test.yaml'), readFileSync(RULE_TESTS))
    expect(promtool('test', 'rules', join(folder, 'test.yaml')).status).not.toBe(0)
  })
})

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    args.map((arg) => (arg.startsWith('deploy/') ? resolve(arg) : arg)),
    { encoding: 'utf8' },
  )
  return { status, words: `${stdout}${stderr}` }
}

/** Selectors of an expression that no replica exports. */
async function missingIn(prometheus: RunningPrometheus, expression: string): Promise<string[]> {
  const missing: string[] = []
  for (const { selector } of selectorsOf(expression)) if ((await prometheus.query(selector)).length === 0) missing.push(selector)
  return missing
}

let database: Promise<Awaited<ReturnType<typeof testDatabase>>> | undefined

/** A portal that exports metrics, on a database with a missing standby. */
async function aReplica(): Promise<AddressInfo> {
  database ??= withPretendedStandby()
  const { url } = await database
  const pool = openPool(
    `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c search_path=pretended,pg_catalog,public')}`,
    () => {},
  )
  afterAll(() => pool.end())
  const clock = createDatabaseClock({ askDatabase: () => readDatabaseTime(pool), wallMs: Date.now, steadyMs: () => performance.now() })
  await clock.sync()
  const portal = await testPortal({
    database: { url, pool },
    connectors: new Map([['dpo', scriptedProvider('signed').connector]]),
    health: () => ({ '654': 'up', sms: 'up' }),
    clock,
    timekeeper: clock,
    writes: { isOpen: () => true, beatSeconds: () => 0.004 },
  })
  for (const status of [200, 500]) portal.metrics.observeRequest({ route: '/*', method: 'GET', status, milliseconds: 10 })
  const server = await serveMetrics(portal.metrics, 0)
  afterAll(() => void server.close())
  return server.address() as AddressInfo
}

async function withPretendedStandby() {
  const made = await testDatabase()
  const client = new pg.Client({ connectionString: made.url })
  await client.connect()
  await client.query(`create schema pretended; create view pretended.pg_stat_replication as select 'streaming' as state, 'sync' as sync_state,
    interval '1 second' as replay_lag, pg_current_wal_lsn() as replay_lsn`)
  await client.end()
  return made
}
