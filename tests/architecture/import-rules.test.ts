import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ARCHITECTURE_PAGE, withDirections } from '../../scripts/write-direction-table.ts'
import { circlesAmong, importsByFeature, importsOf, problemsIn, SHARED_FEATURES } from './import-rules.ts'

const files = globSync(['src/**/*.{ts,tsx}', 'sandbox/**/*.ts']).filter((path) => !/\.test\.tsx?$/.test(path))

test('every import goes in an allowed direction', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((path) => problemsIn(path, readFileSync(path, 'utf8')))).toEqual([])
})

test('no two files import each other, directly or indirectly', () => {
  const all = globSync(['{src,sandbox,scripts,drills,bench,tests}/**/*.{ts,tsx}'])
  expect(all.length).toBeGreaterThan(1000)
  expect(circlesAmong(new Map(all.map((path) => [path, importsOf(path, readFileSync(path, 'utf8'))])))).toEqual([])
})

test('no two features import each other, and few are imported by others', () => {
  const byFeature = importsByFeature(new Map(files.map((path) => [path, importsOf(path, readFileSync(path, 'utf8'))])))
  expect(byFeature.size).toBeGreaterThan(20)
  expect(circlesAmong(byFeature)).toEqual([])
  const used = new Set([...byFeature.values()].flat().map(({ target }) => target))
  expect([...used].toSorted()).toEqual(SHARED_FEATURES.toSorted())
  expect(SHARED_FEATURES.length).toBeLessThanOrEqual(11)
})

test('two features that import each other are found', () => {
  const imported = (target: string) => [{ target, isTypeOnly: true }]
  const circle = new Map([
    ['src/features/line/portal/a.ts', imported('src/features/bundles/contract.ts')],
    ['src/features/line/rules.ts', imported('src/features/line/contract.ts')],
    ['src/features/bundles/server/b.ts', imported('src/features/line/rules.ts')],
    ['src/features/help/rules.ts', imported('src/features/line/rules.ts')],
  ])
  expect(circlesAmong(importsByFeature(circle))).toEqual([['line', 'bundles']])
})

test('an import cycle is found for every kind of import', () => {
  const circle = (there: string, back: string) => {
    const sources = { 'src/shared/a.ts': there, 'src/shared/b.ts': back, 'src/shared/c.ts': `import './a.ts'` }
    return circlesAmong(new Map(Object.entries(sources).map(([path, source]) => [path, importsOf(path, source)])))
  }
  const found = [['src/shared/a.ts', 'src/shared/b.ts']]
  expect(circle(`import './b.ts'`, `import type { A } from './a.ts'`)).toEqual(found)
  expect(circle(`export {\n  b,\n} from './b.ts'`, `type A = import('./a.ts').A`)).toEqual(found)
  expect(circle(`const b = await import('./b.ts')`, `export * from '#shared/a.ts'`)).toEqual(found)
  expect(circle(`import './b.ts'`, `// import './a.ts'`)).toEqual([])
})

test.for<[way: string, source: string]>([
  ['over several lines', `import {\n  db,\n} from '#server/database.ts'`],
  ['later', `const { db } = await import('#server/database.ts')`],
  ['handed on', `export { db } from '#server/database.ts'`],
  ['handed on whole', `export * from '#server/database.ts'`],
  ['for what it does', `import '#server/database.ts'`],
  ['in a type', `type Db = import('#server/database.ts').Db`],
])('the rules find an import %s', ([, source]) => {
  expect(problemsIn('src/features/help/portal/help.page.tsx', source)).toHaveLength(1)
})

test('the rules refuse forbidden imports', () => {
  const page = 'src/features/help/portal/help.page.tsx'
  expect(problemsIn(page, `import { db } from '#server/database.ts'`)).toHaveLength(1)
  expect(problemsIn(page, `import { vote } from '../contract.ts'`)).toHaveLength(0)
  expect(problemsIn(page, `import type { Shop } from '#features/shops/contract.ts'`)).toHaveLength(1)
  expect(problemsIn(page, `import { isLine } from '#features/line/rules.ts'`)).toHaveLength(0)
  expect(problemsIn('sandbox/paystack/checkout.ts', `import { x } from '#payment-connectors/paystack/paystack.messages.ts'`)).toHaveLength(
    1,
  )
  expect(problemsIn('sandbox/paystack/checkout.ts', `import { x } from '../../src/shared/money.ts'`)).toHaveLength(1)
  expect(problemsIn('src/shared/money.ts', `import { x } from '../server/clock.ts'`)).toHaveLength(1)
  expect(problemsIn('src/server/app.ts', `import type { Settings } from '#settings/settings.ts'`)).toHaveLength(1)
  expect(problemsIn('src/settings/x.ts', `import { x } from '#features/places/server/map-tiles.ts'`)).toHaveLength(1)
  expect(problemsIn('src/start.ts', `import { readSettings } from '#settings/settings.ts'`)).toHaveLength(0)
  expect(problemsIn('src/start.ts', `import { runCommand } from './commands/command.ts'`)).toHaveLength(1)
  expect(problemsIn('src/composition/connect-upstreams.ts', `import { runCommand } from '../commands/command.ts'`)).toHaveLength(1)
  expect(problemsIn('src/server/app.ts', `import { PAGE_TABLE } from '../composition/page-table.ts'`)).toHaveLength(1)
  expect(problemsIn('src/features/payment/server/x.ts', `import { x } from '#operator/tmforum/line.ts'`)).toHaveLength(1)
  expect(problemsIn('src/operator/sms/x.ts', `import { send } from '#outbound/send.ts'`)).toHaveLength(0)
  expect(problemsIn('src/outbound/x.ts', `import { x } from '#operator/answers.ts'`)).toHaveLength(1)
  expect(problemsIn('src/server/x.ts', `import { x } from '#operator/answers.ts'`)).toHaveLength(1)
  expect(problemsIn('src/server/x.ts', `import { openVisits } from '#features/visit/server/visits.ts'`)).toHaveLength(0)
  expect(problemsIn('src/server/x.ts', `import { x } from '#features/payment/server/orders/payment.store.ts'`)).toHaveLength(1)
  expect(problemsIn('src/server/x.ts', `import { x } from '#features/visit/portal/session-keys.ts'`)).toHaveLength(1)
  expect(problemsIn('src/portal/shell/x.ts', `import { x } from '#features/visit/portal/session-keys.ts'`)).toHaveLength(0)
  expect(problemsIn('src/portal/layout/x.tsx', `import { x } from '#features/payment/contract.ts'`)).toHaveLength(1)
})

test('the architecture page shows the rule', async () => {
  const page = readFileSync(ARCHITECTURE_PAGE, 'utf8')
  expect(page).toContain('<!-- directions -->')
  expect(await withDirections(page)).toBe(page)
})
