import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { METRICS } from '#server/logging/metric-table.ts'
import { ALL_PROVIDERS } from '#settings/providers.ts'
import { ALL_SETTINGS, readSettings } from '#settings/settings.ts'
import { productionEnvironment } from '#tests/support/production-environment.ts'

const page = readFileSync('docs/operations.md', 'utf8')
const settings = readFileSync('docs/settings.md', 'utf8')

/** Every environment variable that is read, in both modes. */
function settingsThatAreRead(): string[] {
  const names = new Set<string>()
  for (const world of [{}, productionEnvironment()]) {
    readSettings(
      new Proxy(world, {
        get(env, name) {
          if (typeof name === 'string') names.add(name)
          return Reflect.get(env, name) as string | undefined
        },
      }),
    )
  }
  return [...names].toSorted()
}

test('docs/settings.md names every setting that the portal reads, and no other', () => {
  const tables = settings.slice(settings.indexOf('<!-- settings: written'), settings.indexOf('## Published test values'))
  const named = [...tables.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name = '']) => name).toSorted()
  expect(named).toEqual(settingsThatAreRead())
  expect(named).toEqual(ALL_SETTINGS.map(({ name }) => name).toSorted())
})

test('docs/settings.md has a table for every provider, and every value it calls published is refused by the program', () => {
  for (const { title } of ALL_PROVIDERS) expect(settings).toContain(`**${title}**`)
  const rows = settings.slice(settings.indexOf('## Published test values')).matchAll(/^\| `([A-Z_]+)` +\| .*?`([^`]+)`/gm)
  const named = [...rows].map(([, name, value]) => ({ name, value }))
  expect(named).toEqual(ALL_SETTINGS.flatMap(({ name, published }) => published.map(({ value }) => ({ name, value }))))
  expect(named).toContainEqual({ name: 'MPESA_SHORT_CODE', value: '174379' })
})

test('only the records of src/settings name environment variables of the portal', () => {
  const names = ALL_SETTINGS.map(({ name }) => name).filter((name) => name.includes('_'))
  const sources = globSync('src/**/*.{ts,tsx}').filter((path) => !path.startsWith('src/settings/') && !path.includes('.test.'))
  const readers = sources.filter((path) =>
    names.some((name) => new RegExp(`\\benv(ironment)?(\\.|\\[['"])${name}\\b`).test(readFileSync(path, 'utf8'))),
  )
  expect(readers).toEqual([])
})

test('the example of a production environment is understood', () => {
  const example = readFileSync('deploy/portal.env.example', 'utf8')
  const lines = example.split('\n').filter((line) => /^[A-Z]/.test(line))
  const filled = lines.map((line) => line.split(/=(.*)/s).slice(0, 2)).map(([name = '', value]) => [name, value || 'x1'.repeat(20)])
  const env = Object.fromEntries(filled) as Record<string, string>
  expect(Object.keys(env).filter((name) => !ALL_SETTINGS.some((setting) => setting.name === name))).toEqual([])
  expect(readSettings(env)).toMatchObject({ mode: 'production', sandboxUrl: null, providers: { on: ['Operator', 'SMS', 'DPO Pay'] } })
})

test('WATCH-2 docs/operations.md names no figure of ours that the portal does not tell', () => {
  const named = new Set([...page.matchAll(/`(guichet_[a-z_]+?)(?:_count|_bucket|_sum)?[{`]/g)].map(([, name = '']) => name))
  expect([...named].toSorted()).toEqual(Object.keys(METRICS).toSorted())
})
