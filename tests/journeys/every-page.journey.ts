import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import vnuJar from 'vnu-jar'
import { hasJava } from '../../scripts/test-machine.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { resetVisit, expect, scripted, test } from '../support/journey.ts'
import { PAGES } from '../support/pages-under-test.ts'
import { expectReadInOrder } from '../support/reading-order.ts'

const KILOBYTE = 1000
/** The finer budgets, untouched and touched, are in weights.journey.ts. */
const HTML_BYTES = { form: 14 * KILOBYTE, list: 30 * KILOBYTE }
const PHONE_WIDTH = 320
/**
 * Tables that become cards on a phone lose their roles with their display, so ours are explicit; the checker reports them as redundant.
 * It does not support container queries and view transitions in CSS yet.
 */
const NOT_WRONG =
  '.*(“role” attribute must not be used on a “(tr|th|td)” element which has a “table” ancestor|“container-type”|@container|view-transition).*'

/** C1 only: the run is short. The default stack of some machines is too small for the checker's schema. */
const SHORT_LIVED = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xss4m']

/** Each page is tested in both languages, colour schemes and widths; their combinations alternate from page to page. */
const LOOKS = [
  [
    { language: 'fr', colorScheme: 'light', width: 320 },
    { language: 'en', colorScheme: 'dark', width: 1440 },
  ],
  [
    { language: 'en', colorScheme: 'dark', width: 320 },
    { language: 'fr', colorScheme: 'light', width: 1440 },
  ],
  [
    { language: 'fr', colorScheme: 'dark', width: 320 },
    { language: 'en', colorScheme: 'light', width: 1440 },
  ],
] as const

type Look = (typeof LOOKS)[number][number]
type PageUnderTest = (typeof PAGES)[number]

/** A reused tab takes a third of the time of a new one. */
const PAGES_PER_TAB = 5

for (const [position, looks] of LOOKS.entries()) {
  const pages = PAGES.filter((_, place) => place % LOOKS.length === position)
  for (const look of looks) {
    const { language, colorScheme, width } = look
    test.describe(`in ${language}, ${colorScheme}, ${width} px`, () => {
      test.use({ language, colorScheme, viewport: { width, height: 800 } })

      for (let first = 0; first < pages.length; first += PAGES_PER_TAB) {
        const walked = pages.slice(first, first + PAGES_PER_TAB)
        test(`accessible, heard in the order of what is seen, not scrolling sideways, within budget: ${walked.map(({ path }) => path).join(' ')}`, async ({
          page,
          portal,
        }) => {
          const received = await watchNetwork(page)
          for (const each of walked) await test.step(each.path, () => expectGoodPage(page, { ...each, ...look, portal, received }))
        })
      }
    })
  }
}

/** axe runs once per page, on every second page at desktop width. */
function isExaminedAt(path: string, width: number): boolean {
  const isForDesk = PAGES.findIndex((page) => page.path === path) % 2 === 1
  return isForDesk === (width !== PHONE_WIDTH)
}

type Expected = PageUnderTest & Look & { portal: string; received: () => Received[] }

async function expectGoodPage(page: Page, { path, kind, language, width, portal, received }: Expected): Promise<void> {
  await resetVisit(page)
  await page.goto(path)
  await scripted(page)
  await expectReadInOrder(page)
  if (isExaminedAt(path, width)) await expectAccessible(page)
  const requests = received()
  // A wide screen opens the maps at once; the budget is the phone's.
  if (width === PHONE_WIDTH) expectBudget(requests, { path, kind, portal })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await page.getAttribute('html', 'lang')).toBe(language)
  expect(await unknownProperties(page)).toEqual([])
  expect(await formsWithoutScript(page)).toBe(0)
}

/** GEN-7, GEN-9: values typed into a form that is not a FieldsForm are neither saved nor encrypted. */
async function formsWithoutScript(page: Page): Promise<number> {
  const filledIn = 'textarea, select, input:not([type=hidden]), [name=msisdn], [name=email], [name=otp]'
  const forms = page.locator('main form[method=post]').filter({ has: page.locator(filledIn) })
  // The shell, and before it the script for fields.
  return (await page.locator('head script[src]').count()) > 1 ? 0 : forms.count()
}

/** The build shortens the names of custom properties: each that is used must be set somewhere. */
async function unknownProperties(page: Page): Promise<string[]> {
  const styles = await page.locator('style').evaluateAll((sheets) => sheets.map(({ textContent }) => textContent).join(''))
  const drawings = await page.locator('svg').evaluateAll((pictures) => pictures.map(({ outerHTML }) => outerHTML).join(''))
  const used = [...`${styles}${drawings}`.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name)
  return [...new Set(used)].filter((name) => !new RegExp(`[{;]${name}:`).test(styles))
}

type Received = { url: string; type: string; bytes: number }

/** Compressed bodies; bytes before a body are headers. Reading resets the count. */
async function watchNetwork(page: Page): Promise<() => Received[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const seen = new Map<string, Received>()
  session.on('Network.responseReceived', ({ requestId, response, type }) =>
    seen.set(requestId, { url: response.url, type, bytes: -response.encodedDataLength }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId)
    if (request) request.bytes += encodedDataLength
  })
  return () => {
    const requests = [...seen.values()].filter(({ url }) => !url.startsWith('data:'))
    seen.clear()
    return requests
  }
}

type Budget = { path: string; kind: keyof typeof HTML_BYTES; portal: string }

function expectBudget(requests: Received[], { path, kind, portal }: Budget): void {
  const total = requests.reduce((sum, { bytes }) => sum + bytes, 0)
  const html = requests.find(({ type }) => type === 'Document')?.bytes ?? 0
  test.info().annotations.push({ type: 'budget', description: `${path}: ${total} bytes, HTML ${html}, ${requests.length} requests` })
  expect(html).toBeGreaterThan(0)
  expect(html).toBeLessThanOrEqual(HTML_BYTES[kind])
  expect(requests.filter(({ url }) => new URL(url).origin !== portal)).toEqual([])
  expect(requests.filter(({ type }) => type === 'Font')).toEqual([])
}

test('every page is valid HTML in both languages', async ({ request }) => {
  test.skip(!hasJava(), 'the HTML checker needs Java, which is not installed here')
  const folder = mkdtempSync(join(tmpdir(), 'guichet-html-'))
  for (const language of ['fr', 'en']) {
    for (const [position, { path }] of PAGES.entries()) {
      const answer = await request.get(path, { headers: { cookie: `lang=${language}` } })
      writeFileSync(join(folder, `${language}-${position}.html`), await answer.text())
    }
  }
  const { stdout, stderr, status } = spawnSync(
    'java',
    [...SHORT_LIVED, '-jar', vnuJar, '--errors-only', '--filterpattern', NOT_WRONG, '--skip-non-html', folder],
    { encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true, force: true })
  expect(stdout + stderr).toBe('')
  expect(status).toBe(0)
})
