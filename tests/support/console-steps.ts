import { mkdirSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'

export function consoleUrl(): string {
  const url = process.env.CONSOLE_URL_FOR_TESTS
  if (!url) throw new Error('the console was not started')
  return url
}

/** A person of the sandbox's accounts, in a browser of their own. */
export async function staffPage(browser: Browser, name: string, path = '/', console = consoleUrl()): Promise<Page> {
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${console}${path}`)
  await page.getByRole('link', { name: 'Entrer avec le compte de l’entreprise' }).click()
  await page.getByRole('button', { name: `Entrer: ${name}` }).click()
  await page.waitForURL(`${console}${path}`)
  return page
}

/** The pictures of docs/console.md are made by the journeys, when asked: `GUICHET_HANDBOOK=yes npm run journeys -- console-payments`. */
export async function handbookPicture(page: Page, name: string): Promise<void> {
  if (process.env.GUICHET_HANDBOOK !== 'yes') return
  mkdirSync('docs/images', { recursive: true })
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: `docs/images/console-${name}.png` })
}
