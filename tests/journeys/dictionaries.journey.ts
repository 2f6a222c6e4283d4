import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'

let own: RunningPortal | undefined

test.describe.configure({ mode: 'serial' })

/** A portal of its own: dictionaries are off unless somebody wants them. */
test.use({
  async portal({ browserName: _anyBrowser }, provide) {
    own ??= await startPortal({ DICTIONARY_SECONDS: '600' })
    await provide(own.portalUrl)
  },
})

test.afterAll(async () => own?.stop())

/** The body of a page as it travelled, and in which encoding. */
async function read(page: Page, path: string): Promise<{ encoding: string | undefined; bytes: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const received = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Document') received.set(requestId, -response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const before = received.get(requestId)
    if (before !== undefined) received.set(requestId, before + encodedDataLength)
  })
  const answer = await page.goto(path, { waitUntil: 'load' })
  const encoding = await answer?.headerValue('content-encoding')
  await expect.poll(() => [...received.values()].at(-1) ?? 0).toBeGreaterThan(0)
  await session.detach()
  return { encoding: encoding ?? undefined, bytes: [...received.values()].at(-1) ?? 0 }
}

test('the page that was read first shortens all that are read after it', async ({ page }, { annotations }) => {
  const first = await read(page, '/gethelp')
  expect(first.encoding).toBe('br')
  for (const path of ['/about', '/table', '/contact-us', '/privacy-policy']) {
    const { encoding, bytes } = await read(page, path)
    annotations.push({ type: path, description: `${bytes} bytes` })
    expect(encoding, path).toBe('dcz')
    expect(bytes, path).toBeLessThan(2_700)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  }
})

test('another language and a visit are seen at once: no page is shown that was read before them', async ({ page }) => {
  await read(page, '/gethelp')
  await read(page, '/about')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About this portal')
  expect((await read(page, '/gethelp')).encoding).toBe('dcz')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto('/')
  await page.getByLabel('Number to recharge').fill('90000001')
  await expect(page.getByText('Prepaid line of Ténéré Mobile')).toBeVisible()
  expect((await read(page, '/')).encoding).toBe('br')
  await expect(page.getByLabel('Number to recharge')).toHaveValue('90 00 00 01')
})
