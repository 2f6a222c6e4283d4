import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { ToastRegion } from './toast-region.tsx'
import { PAYMENT_TOAST_SECONDS, RECHARGE_TOAST_SECONDS, toasts } from './toasts.ts'

const region = <ToastRegion closeLabel="Fermer" headings={{ error: 'Erreur', success: 'Succès' }} />
const message = page.getByText(/Réessayez/)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  toasts.close()
  vi.useRealTimers()
})

test('TOAST-1 a toast has a heading for its kind and its message, in a region that announces it', async () => {
  const { container } = await render(region)
  expect(container.querySelector('[aria-live=assertive]')?.textContent).toBe('')
  toasts.show({ kind: 'error', message: 'Réessayez' }, RECHARGE_TOAST_SECONDS)
  await expect.element(page.getByText('Erreur')).toBeVisible()
  await expect.element(message).toBeVisible()
})

test.for([
  ['recharge pages', RECHARGE_TOAST_SECONDS, 3],
  ['payment pages', PAYMENT_TOAST_SECONDS, 10],
] as const)('TOAST-1 on %s it goes after %d seconds', async ([, lifetimeSeconds, expectedSeconds]) => {
  await render(region)
  toasts.show({ kind: 'success', message: 'Réessayez' }, lifetimeSeconds)
  vi.advanceTimersByTime(expectedSeconds * 1000 - 1)
  await expect.element(message).toBeVisible()
  vi.advanceTimersByTime(1)
  await expect.element(message).not.toBeInTheDocument()
})

test('TOAST-1 the close button ends it at once', async () => {
  await render(region)
  toasts.show({ kind: 'error', message: 'Réessayez' }, PAYMENT_TOAST_SECONDS)
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect.element(message).not.toBeInTheDocument()
})

test('TOAST-1 a second toast takes the place of the first and has its own time', async () => {
  await render(region)
  toasts.show({ kind: 'error', message: 'Premier' }, RECHARGE_TOAST_SECONDS)
  vi.advanceTimersByTime(2000)
  toasts.show({ kind: 'success', message: 'Réessayez' }, RECHARGE_TOAST_SECONDS)
  await expect.element(page.getByText(/Premier/)).not.toBeInTheDocument()
  vi.advanceTimersByTime(2000)
  await expect.element(message).toBeVisible()
  vi.advanceTimersByTime(1000)
  await expect.element(message).not.toBeInTheDocument()
})
