import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderToString } from 'react-dom/server'
import { MoneyField } from '../ui/fields/money-field.tsx'
import { fromMajor } from '#shared/money.ts'
import { fillQuickPicks } from './quick-picks.ts'

const PICKS = [fromMajor(500), fromMajor(1000)]
const box = () => document.querySelector('input')
const pick = page.getByRole('button', { name: /^1.000/ })

fillQuickPicks()

beforeEach(() => {
  document.body.innerHTML = `<x-island>${renderToString(<MoneyField label="Montant" quickPicks={PICKS} />)}</x-island>`
})

test('AMT-1 a usual amount is in the field at the touch, however late its island arrives', async () => {
  const seen: string[] = []
  document.body.addEventListener('input', () => seen.push(box()?.value ?? ''), { once: true })
  await pick.click()
  expect(box()?.value).toMatch(/^1.000$/)
  expect(seen).toHaveLength(1)
  await expect.element(pick).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('button', { name: /^500/ })).toHaveAttribute('aria-pressed', 'false')
})

test('an island that is awake does it by itself', async () => {
  document.querySelector('x-island')?.setAttribute('data-state', 'awake')
  await pick.click()
  expect(box()?.value).toBe('')
})
