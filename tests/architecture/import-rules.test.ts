import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemsIn } from './import-rules.ts'

const files = globSync(['src/**/*.{ts,tsx}', 'sandbox/**/*.ts']).filter((path) => !/\.test\.tsx?$/.test(path))

test('every import goes in an allowed direction', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((path) => problemsIn(path, readFileSync(path, 'utf8')))).toEqual([])
})

test('the rules catch what they are for', () => {
  const page = 'src/features/help/portal/help.page.tsx'
  expect(problemsIn(page, `import { db } from '#server/database.ts'`)).toHaveLength(1)
  expect(problemsIn(page, `import { vote } from '../contract.ts'`)).toHaveLength(1)
  expect(problemsIn(page, `import type { vote } from '../contract.ts'`)).toHaveLength(0)
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
  expect(problemsIn('src/features/payment/server/x.ts', `import { x } from '#operator/tmforum/line.ts'`)).toHaveLength(1)
  expect(problemsIn('src/operator/sms/x.ts', `import { send } from '#outbound/send.ts'`)).toHaveLength(0)
  expect(problemsIn('src/outbound/x.ts', `import { x } from '#operator/answers.ts'`)).toHaveLength(1)
  expect(problemsIn('src/server/x.ts', `import { x } from '#operator/answers.ts'`)).toHaveLength(1)
})
