import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import vnuJar from 'vnu-jar'
import { hasJava } from '../../scripts/test-machine.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { PAGES } from '../support/pages-under-test.ts'

const KILOBYTE = 1000
/** The finer budgets, untouched and touched, are in weights.journey.ts. */
const HTML_BYTES = { form: 14 * KILOBYTE, list: 30 * KILOBYTE }
const PHONE_WIDTH = 320
/** Tables that become cards on a phone lose their roles with their display, so ours are spelled out; the checker finds that needless. */
const SPELLED_OUT_ROLES = '.*“role” attribute must not be used on a “(tr|th|td)” element which has a “table” ancestor.*'

/** Each page is seen in both languages, both colour schemes and both widths; which of them meet alternates from page to page. */
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

for (const [position, { path, kind }] of PAGES.entries()) {
  for (const { language, colorScheme, width } of LOOKS[position % LOOKS.length] ?? LOOKS[0]) {
    test.describe(`${path} in ${language}, ${colorScheme}, ${width} px`, () => {
      test.use({ language, colorScheme, viewport: { width, height: 800 } })

      test('is accessible, does not scroll sideways and keeps its budget', async ({ page, portal }) => {
        const received = await watchNetwork(page)
        await page.goto(path, { waitUntil: 'networkidle' })
        // A wide screen opens the maps at once; the budget is the phone's.
        if (width === PHONE_WIDTH) expectBudget(received(), { path, kind, portal })
        await scripted(page)
        await expectAccessible(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(overflow).toBeLessThanOrEqual(0)
        expect(await page.getAttribute('html', 'lang')).toBe(language)
      })
    })
  }
}

type Received = { url: string; type: string; bytes: number }

/** Bodies as they travel, compressed; what was received before the body is the headers. */
async function watchNetwork(page: Page): Promise<() => Received[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const seen = new Map<string, Received>()
  session.on('Network.responseReceived', ({ requestId, response, type }) =>
    seen.set(requestId, { url: response.url, type, bytes: -response.encodedDataLength }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId)
    if (request) request.bytes += encodedDataLength
  })
  return () => [...seen.values()].filter(({ url }) => !url.startsWith('data:'))
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
  const { stderr, status } = spawnSync(
    'java',
    ['-jar', vnuJar, '--errors-only', '--filterpattern', SPELLED_OUT_ROLES, '--skip-non-html', folder],
    { encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true, force: true })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
