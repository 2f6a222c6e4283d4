import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PAYMENT_STATES_PAGE, paymentStatesPage } from '../../scripts/draw-payment-states.ts'
import { LIMITS_PAGE, limitsPage } from '../../scripts/write-limit-table.ts'
import { PAGES_WITH_SETTINGS, pageWithSettings } from '../../scripts/write-setting-tables.ts'

test('the drawing of the payment states is up to date', () => {
  expect(readFileSync(PAYMENT_STATES_PAGE, 'utf8')).toBe(paymentStatesPage())
})

test('the table of limits is up to date: node scripts/write-limit-table.ts', () => {
  expect(readFileSync(LIMITS_PAGE, 'utf8')).toBe(limitsPage())
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
