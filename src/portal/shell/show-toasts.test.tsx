import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PAYMENT_TOAST_SECONDS, RECHARGE_TOAST_SECONDS, showToast } from '../ui/messages/toasts.ts'
import { renderFrame } from '#tests/support/rendered-frame.tsx'
import { showToasts } from './show-toasts.ts'

const message = page.getByText(/Réessayez/)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await renderFrame()
  showToasts()
})
afterEach(() => {
  vi.useRealTimers()
})

test('TOAST-1 a toast has a heading for its kind and its message, in a region that announces it', async () => {
  const region = document.querySelector<HTMLElement>('[aria-live=assertive]')
  expect(region?.innerText.trim()).toBe('')
  showToast({ kind: 'error', message: 'Réessayez' }, RECHARGE_TOAST_SECONDS)
  expect(region?.innerText).toMatch(/^Erreur\s+Réessayez/)
})

test.for([
  ['recharge pages', RECHARGE_TOAST_SECONDS, 3],
  ['payment pages', PAYMENT_TOAST_SECONDS, 10],
] as const)('TOAST-1 on %s it goes after %d seconds', async ([, lifetimeSeconds, expectedSeconds]) => {
  showToast({ kind: 'success', message: 'Réessayez' }, lifetimeSeconds)
  vi.advanceTimersByTime(expectedSeconds * 1000 - 1)
  await expect.element(message).toBeVisible()
  vi.advanceTimersByTime(1)
  await expect.element(message).not.toBeVisible()
})

test('TOAST-1 the close button ends it at once', async () => {
  showToast({ kind: 'error', message: 'Réessayez' }, PAYMENT_TOAST_SECONDS)
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect.element(message).not.toBeVisible()
})

test('TOAST-1 a second toast takes the place of the first and has its own time', async () => {
  showToast({ kind: 'error', message: 'Premier' }, RECHARGE_TOAST_SECONDS)
  vi.advanceTimersByTime(2000)
  showToast({ kind: 'success', message: 'Réessayez' }, RECHARGE_TOAST_SECONDS)
  await expect.element(page.getByText(/Premier/)).not.toBeInTheDocument()
  vi.advanceTimersByTime(2000)
  await expect.element(message).toBeVisible()
  vi.advanceTimersByTime(1000)
  await expect.element(message).not.toBeVisible()
})
