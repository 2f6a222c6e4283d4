import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from '../../src/settings.ts'

const page = readFileSync('docs/operations.md', 'utf8')

/** Settings of which one reads another only when it is on. */
const WORLDS: Record<string, string>[] = [{}, { GEOCODER: 'nominatim', GEOCODER_URL: 'https://maps.example.ne' }]

function settingsThatAreRead(): string[] {
  const names = new Set<string>()
  for (const world of WORLDS) {
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

test('docs/operations.md names every setting that the portal reads, and no other', () => {
  const table = page.slice(page.indexOf('## Settings'), page.indexOf('## Keys'))
  const named = [...table.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name = '']) => name).toSorted()
  expect(named).toEqual(settingsThatAreRead())
})

test('the example of a production environment is understood', () => {
  const example = readFileSync('deploy/portal.env.example', 'utf8')
  const lines = example.split('\n').filter((line) => /^[A-Z]/.test(line))
  const filled = lines.map((line) => line.split(/=(.*)/s).slice(0, 2)).map(([name = '', value]) => [name, value || 'x1'.repeat(20)])
  expect(readSettings(Object.fromEntries(filled) as Record<string, string>)).toMatchObject({ mode: 'production', sandboxUrl: null })
})

test('docs/operations.md names our own figures as the portal does', () => {
  const sources = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'))
  const ours = new Set(
    sources.flatMap((source) => [...source.matchAll(/(?:name: |watch\(\s*)'(guichet_[a-z_]+)'/g)].map(([, name = '']) => name)),
  )
  const named = new Set([...page.matchAll(/`(guichet_[a-z_]+?)(?:_count|_bucket|_sum)?[{`]/g)].map(([, name = '']) => name))
  expect([...named].toSorted()).toEqual([...ours].toSorted())
})
