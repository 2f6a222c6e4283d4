import { expect, type APIRequestContext, type BrowserContext, type Page, type Request } from '@playwright/test'
import { scripted } from './journey.ts'

/** GEN-8: how soon what was begun goes on after the network is back. */
const RESUMES_WITHIN_MS = 3_000

export const strip = (page: Page) => page.getByText(/^(Pas de connexion|No connection)\./).filter({ visible: true })

/** What the server took: requests that were answered, whatever was tried in vain before. */
export type Taken = { method: string; path: RegExp }

type CutStep = {
  begin: () => Promise<unknown>
  kept?: (() => Promise<unknown>) | undefined
  taken: Taken
}

const isOf = ({ method, path }: Taken, request: Request) => request.method() === method && path.test(request.url())

/**
 * The network is cut, the visitor goes on, the network comes back. Meanwhile the page is the same document and says so; afterwards the server
 * takes what was begun exactly once, within three seconds, and nobody has pressed again.
 */
export async function cutNetwork(
  { page, context }: { page: Page; context: BrowserContext },
  { begin, kept, taken }: CutStep,
): Promise<() => number> {
  let isBack = false
  let questions = 0
  let answers = 0
  page.on('request', (request) => isBack && isOf(taken, request) && (questions += 1))
  page.on('response', (response) => isOf(taken, response.request()) && (answers += 1))
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await context.setOffline(true)
  await begin()
  await expect(strip(page).last()).toBeVisible()
  await kept?.()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  expect(answers).toBe(0)
  isBack = true
  await context.setOffline(false)
  await expect.poll(() => questions, { timeout: RESUMES_WITHIN_MS, intervals: [50] }).toBe(1)
  await expect.poll(() => answers).toBe(1)
  return () => answers
}

export type Cut = {
  /** Where the network goes away; docs/network-cuts.md has a row of this name. */
  step: string
  open: (page: Page) => Promise<void>
  /** What the visitor does without a network. */
  begin: (page: Page) => Promise<void>
  /** What is still there, besides the page itself. */
  kept?: (page: Page) => Promise<void>
  /** What the server takes once the network is back. */
  taken: Taken
  /** How it went on, by itself. */
  goesOn: (page: Page, request: APIRequestContext) => Promise<void>
}

export const number = (page: Page) => page.getByLabel('Numéro de mobile')
export const post = (path: RegExp): Taken => ({ method: 'POST', path })
export const get = (path: RegExp): Taken => ({ method: 'GET', path })

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await scripted(page)
}

/** However often: it is one press. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first()
  await button.click()
  await button.click()
}
