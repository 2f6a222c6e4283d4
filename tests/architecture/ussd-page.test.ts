import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { USSD_PAGE, ussdPage } from '../support/ussd-page.ts'

test('USSD-3 docs/ussd.md shows the screens as they are: node scripts/write-ussd-page.ts', async () => {
  expect(readFileSync(USSD_PAGE, 'utf8')).toBe(await ussdPage())
})
