import { expect, test as base, type Page } from '@playwright/test'

type JourneyOptions = {
  /** What the visitor reads in. */
  language: 'fr' | 'en'
  /** False for mistakes that a journey provokes on purpose. */
  failsOnPageErrors: boolean
}

/** A visitor in front of the running portal. Any error in the page fails the journey, whatever it was looking at. */
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

/** Waits until script is there: what follows then really tests the scripted way. */
export async function scripted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const islands = [...document.querySelectorAll<HTMLElement>('x-island')]
    const isWoken = ({ dataset: { state } }: HTMLElement) => state === 'awake' || state === 'broken'
    return document.documentElement.dataset.shell === 'on' && islands.every(isWoken)
  })
  // What parts do once they are there follows before the frame after the next is done.
  await page.evaluate(() => new Promise<void>((done) => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))
}
