import { expect, test as base, type Page } from '@playwright/test'

type JourneyOptions = {
  /** The visitor's language. */
  language: 'fr' | 'en'
  /** False for errors that a journey provokes on purpose. */
  failsOnPageErrors: boolean
}

/** A visitor of the running portal. Any page error fails the journey. */
export const test = base.extend<JourneyOptions & { portal: string; watched: void }>({
  language: ['fr', { option: true }],
  failsOnPageErrors: [true, { option: true }],
  portal: async ({ browserName }, provide) => {
    const url = process.env.PORTAL_URL
    if (!url) throw new Error(`the portal was not started before ${browserName}`)
    await provide(url)
  },
  baseURL: async ({ portal }, provide) => provide(portal),
  watched: [
    async ({ context, portal, language, failsOnPageErrors }, provide) => {
      if (language !== 'fr') await context.addCookies([{ name: 'lang', value: language, url: portal }])
      const problems: string[] = []
      context.on('weberror', (error) => problems.push(error.error().message))
      context.on('console', (message) => {
        if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text())) problems.push(message.text())
      })
      await provide()
      if (failsOnPageErrors) expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** Clears the visit, routes and storage, except the language: a reused tab costs a third of a new context. */
export async function resetVisit(page: Page): Promise<void> {
  await page.unrouteAll()
  if (page.url() !== 'about:blank') await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()))
  await page.context().clearCookies({ name: /^(?!lang$)/ })
}

/** Waits until script runs, so that the following steps test the scripted page. */
export async function scripted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const islands = [...document.querySelectorAll<HTMLElement>('x-island')]
    const isWoken = ({ dataset: { state } }: HTMLElement) => state === 'awake' || state === 'broken'
    return document.documentElement.dataset.shell === 'on' && islands.every(isWoken)
  })
  // Hydrated parts have finished after two frames.
  await page.evaluate(() => new Promise<void>((done) => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))
}
