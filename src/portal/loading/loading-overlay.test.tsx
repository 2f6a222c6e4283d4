import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { loadingFlag } from '#portal/loading/loading-flag.ts'
import { LoadingOverlay } from '#portal/loading/loading-overlay.tsx'

const FRENCH = { wait: 'Veuillez patienter …', holdOn: 'Un instant !', loadingMessage: 'Nous chargeons la page pour vous' }
const ENGLISH = { wait: 'Please wait ...', holdOn: 'Hold on!', loadingMessage: 'We are loading the page for you' }
const overlay = page.getByRole('status')
const fetchTexts = vi.fn(async () => Response.json({ status: 'success', statusCode: 200, result: ENGLISH }))

beforeEach(() => {
  sessionStorage.clear()
  fetchTexts.mockClear()
  vi.stubGlobal('fetch', fetchTexts)
})
afterEach(() => {
  loadingFlag.hide()
  vi.unstubAllGlobals()
})

test('LOAD-1 the overlay is visible exactly while the flag is on, and off by default', async () => {
  await render(<LoadingOverlay language="fr" firstTexts={FRENCH} />)
  await expect.element(overlay).not.toBeInTheDocument()
  loadingFlag.show()
  await expect.element(overlay).toBeVisible()
  loadingFlag.hide()
  await expect.element(overlay).not.toBeInTheDocument()
})

test('LOAD-1 it shows the logo, a title and two lines', async () => {
  loadingFlag.show()
  const { container } = await render(<LoadingOverlay language="fr" firstTexts={FRENCH} />)
  expect(container.querySelectorAll('svg')).toHaveLength(1)
  expect([...container.querySelectorAll('p')].map((line) => line.textContent)).toEqual(Object.values(FRENCH))
})

test('LOAD-2 STATE-4 the texts that came with the page need no call; another language is one call, kept for later', async () => {
  loadingFlag.show()
  const { rerender } = await render(<LoadingOverlay language="fr" firstTexts={FRENCH} />)
  expect(fetchTexts).not.toHaveBeenCalled()
  await rerender(<LoadingOverlay language="en" firstTexts={FRENCH} />)
  await expect.element(page.getByText('Hold on!')).toBeVisible()
  await rerender(<LoadingOverlay language="fr" firstTexts={FRENCH} />)
  await expect.element(page.getByText('Un instant !')).toBeVisible()
  await rerender(<LoadingOverlay language="en" firstTexts={FRENCH} />)
  await expect.element(page.getByText('Hold on!')).toBeVisible()
  expect(fetchTexts).toHaveBeenCalledTimes(1)
})
