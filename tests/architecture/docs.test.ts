import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PAYMENT_STATES_PAGE, paymentStatesPage } from '../../scripts/draw-payment-states.ts'

test('the drawing of the payment states is up to date', () => {
  expect(readFileSync(PAYMENT_STATES_PAGE, 'utf8')).toBe(paymentStatesPage())
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

test('README.md names every setting that the portal reads', () => {
  const readme = readFileSync('README.md', 'utf8')
  const sources = globSync('src/*settings.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const names = new Set(
    [...sources.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'|\benv\.([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)/g)].map(
      ([, quoted, dotted]) => quoted ?? dotted ?? '',
    ),
  )
  const isNamed = (name: string) =>
    readme.includes(name) || [...readme.matchAll(/`([A-Z_]+)\*`/g)].some(([, prefix = '']) => name.startsWith(prefix))
  expect([...names].filter((name) => !isNamed(name))).toEqual([])
})
