import { expect, type APIRequestContext, type BrowserContext, type Page, type Request } from '@playwright/test'
import { scripted } from './journey.ts'

/** GEN-8: time until a started action resumes after the network returns. */
const RESUMES_WITHIN_MS = 3_000

export const strip = (page: Page) => page.getByText(/^(Pas de connexion|No connection)\./).filter({ visible: true })

/** Requests that the server answered, without failed tries. */
export type Taken = { method: string; path: RegExp }

type CutStep = {
  begin: () => Promise<unknown>
  kept?: (() => Promise<unknown>) | undefined
  taken: Taken
  /** Longer where the code of an island is fetched and hydrated before its request. */
  withinMs?: number
}

const isOf = ({ method, path }: Taken, request: Request) => request.method() === method && path.test(request.url())

/**
 * The network is cut, the visitor continues, the network returns. Meanwhile the document stays and reports it; afterwards the server
 * receives the started action exactly once, within three seconds, without another press.
 */
export async function cutNetwork(
  { page, context }: { page: Page; context: BrowserContext },
  { begin, kept, taken, withinMs = RESUMES_WITHIN_MS }: CutStep,
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
  await expect.poll(() => questions, { timeout: withinMs, intervals: [50] }).toBe(1)
  await expect.poll(() => answers).toBe(1)
  return () => answers
}

export type Cut = {
  /** Where the network is cut; docs/network-cuts.md has a row of this name. */
  step: string
  open: (page: Page) => Promise<void>
  /** The visitor's actions without a network. */
  begin: (page: Page) => Promise<void>
  /** Content that stays, besides the page itself. */
  kept?: (page: Page) => Promise<void>
  /** Requests after the network returns. */
  taken: Taken
  /** The automatic continuation. */
  goesOn: (page: Page, request: APIRequestContext) => Promise<void>
}

export const number = (page: Page) => page.getByLabel('Numéro de mobile')
export const post = (path: RegExp): Taken => ({ method: 'POST', path })
export const get = (path: RegExp): Taken => ({ method: 'GET', path })

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await scripted(page)
}

/** Repeated presses count once. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first()
  await button.click()
  await button.click()
}
