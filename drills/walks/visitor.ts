import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer-core'
import { findOnPage, wanted, type Found, type Sought } from './find-on-page.ts'

/** The portal waits for slow simulators; a correct page never needs this time. */
const MAX_WAIT_MS = 40_000
const LOOK_AGAIN_MS = 50
/** Time for which the page before a reload may still be visible. */
const SETTLES_MS = 500

export type Visitor = Awaited<ReturnType<typeof welcomeVisitor>>

/** A user of Firefox: look, type, press, go back. */
export async function welcomeVisitor(browser: Browser, portalUrl: string, isScripted: boolean) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width: 360, height: 740 })
  const problems = watchForProblems(page)
  let posts = 0
  page.on('request', (request) => request.method() === 'POST' && request.isNavigationRequest() && (posts += 1))

  const { find, press } = eyeAndFinger(page)

  return {
    page,
    problems,
    isScripted,
    /** How often a page was posted. */
    posts: () => posts,
    goTo: async (path: string) => void (await page.goto(new URL(path, portalUrl).href, { waitUntil: 'load' })),
    press: (words: RegExp) => press({ kind: 'press', words }),
    async pressInFrame(selector: string, words: RegExp) {
      const inFrame = async () => {
        const element = await page.$(selector)
        const [frame, box] = [await element?.contentFrame(), await element?.boundingBox()]
        const found = await frame?.evaluate(findOnPage, wanted({ kind: 'press', words }))
        return found && box ? { ...found, x: box.x + found.x, y: box.y + found.y } : null
      }
      const { x, y } = await until(`${words.source} in ${selector}`, inFrame, page)
      await page.mouse.click(x, y)
    },
    async type(label: RegExp, text: string) {
      await press({ kind: 'field', words: label })
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.keyboard.type(text)
    },
    sees: async (words: RegExp) => (await find({ kind: 'words', words })).says,
    seesHeading: async (words: RegExp) => (await find({ kind: 'heading', words })).says,
    finds: async (label: RegExp, value: RegExp) => {
      const holds = async () => {
        const found = await page.evaluate(findOnPage, wanted({ kind: 'field', words: label }))
        return found && value.test(found.value) ? found : null
      }
      await until(`${value.source} in the field ${label.source}`, holds, page)
    },
    /** Read from the page: the driver does not notice a page restored from the cache. */
    isAt: async (address: RegExp) => {
      await until(`the address ${address.source}`, async () => address.test(await page.evaluate(() => location.href)) || null, page)
    },
    back: () => page.evaluate(() => history.back()),
    async refresh() {
      await page.evaluate(() => location.reload())
      await pause(SETTLES_MS)
    },
    leave: () => context.close(),
  }
}

function eyeAndFinger(page: Page) {
  /** Waits until the element is still: a loading page could move another element there. */
  async function find(sought: Sought): Promise<Found> {
    let before: Found | null = null
    const lookTwice = async () => {
      const found = await page.evaluate(findOnPage, wanted(sought))
      const isStill = found !== null && found.x === before?.x && found.y === before.y
      before = found
      return isStill ? found : null
    }
    return until(`${sought.kind} ${sought.words.source}`, lookTwice, page)
  }
  /** A scrolling page is drawn first, so that the press hits the element under the pointer. */
  async function press(sought: Sought): Promise<void> {
    const point = async () => {
      const { x, y } = await find(sought)
      await page.mouse.move(x, y)
      const there = await page.evaluate(findOnPage, wanted(sought))
      return there?.isUnderPointer && there.x === x && there.y === y ? there : null
    }
    await until(`${sought.words.source} under the pointer`, point, page)
    await page.mouse.down()
    await page.mouse.up()
  }

  return { find, press }
}

/** Page errors: script exceptions and warnings, policy violations, failed responses. */
function watchForProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`threw ${String(error)}`))
  page.on('console', (message) => message.type() === 'error' && problems.push(`wrote "${message.text()}"`))
  page.on('response', (answer) => answer.status() >= 500 && problems.push(`${answer.status()} for ${new URL(answer.url()).pathname}`))
  return problems
}

/** Polls until it is present. A page being left cannot be read; the next one can. */
async function until<Value>(what: string, look: () => Promise<Value | null> | Value | null, page: Page): Promise<Value> {
  const deadline = performance.now() + MAX_WAIT_MS
  let trouble = ''
  while (performance.now() < deadline) {
    try {
      const seen = await look()
      if (seen !== null) return seen
      trouble = ''
    } catch (error) {
      trouble = ` (${String(error).split('\n')[0]})`
    }
    await pause(LOOK_AGAIN_MS)
  }
  throw new Error(`looked in vain for ${what} after ${new URL(page.url()).pathname}${trouble}`)
}
