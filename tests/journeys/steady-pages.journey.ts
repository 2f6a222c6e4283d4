import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { PAGES } from '../support/pages-under-test.ts'

/** Of the screen, times how far: an icon that finds its place while the text beside it arrives is less. */
const MAX_MOVED = 0.01
const GROUPS = 3

type Watching = Window & { moved: () => number }

for (let group = 0; group < GROUPS; group += 1) {
  const paths = PAGES.map(({ path }) => path).filter((_, position) => position % GROUPS === group)
  test(`nothing moves under the finger when script takes over (pages ${group + 1} of ${GROUPS})`, async ({ page }) => {
    await page.addInitScript(watchMoves)
    await holdScriptsUntilPainted(page)
    for (const path of paths) await expectSteady(page, path)
  })
}

test('HUB-1 nothing moves under the finger on the way to pay', async ({ page }) => {
  await page.addInitScript(watchMoves)
  await holdScriptsUntilPainted(page)
  await page.goto('/prepaid-recharge?msisdn=90640003&amount=500')
  await scripted(page)
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  const { search } = new URL(page.url())
  for (const method of ['card', 'airtime', 'tenere-money', 'mpesa', 'smartcash'])
    await expectSteady(page, `/payment/start/${method}${search}`)
})

async function expectSteady(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await scripted(page)
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve((window as unknown as Watching).moved()))),
      ),
  )
  expect.soft(moved, path).toBeLessThanOrEqual(MAX_MOVED)
}

/** As on a slow network: the page is shown before its script loads. */
async function holdScriptsUntilPainted(page: Page): Promise<void> {
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
}

function watchMoves(): void {
  let sum = 0
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  Object.assign(window, {
    moved: () => {
      add(observer.takeRecords())
      return sum
    },
  })
}
