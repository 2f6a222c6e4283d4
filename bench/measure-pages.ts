import { chromium, type Browser } from 'playwright'
import { findChromium } from '../tests/support/chromium.ts'
import { PAGES } from '../tests/support/pages-under-test.ts'
import { startPortal } from '../tests/support/start-for-tests.ts'
import type { Section } from './performance-page.ts'

const FIRST_VIEW_KB = 125
const HTML_KB = { form: 14, list: 30 }
const MAX_REQUESTS = 10

type Weight = { path: string; kind: 'form' | 'list'; total: number; html: number; requests: number }

/** Compressed transfer size and number of requests of every page's first view. */
export async function measurePages(): Promise<Section> {
  const portal = await startPortal()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const weights: Weight[] = []
    for (const { path, kind } of PAGES) weights.push({ path, kind, ...(await weighPage(browser, portal.portalUrl + path)) })
    return describe(weights)
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function weighPage(browser: Browser, url: string): Promise<Pick<Weight, 'total' | 'html' | 'requests'>> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const seen = new Map<string, { type: string; bytes: number }>()
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    // Bodies only: bytes before the body are headers.
    if (!response.url.startsWith('data:')) seen.set(requestId, { type, bytes: -response.encodedDataLength })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId)
    if (request) request.bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  const requests = [...seen.values()]
  return {
    total: requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    html: (requests.find(({ type }) => type === 'Document')?.bytes ?? 0) / 1000,
    requests: requests.length,
  }
}

function describe(weights: Weight[]): Section {
  const heaviest = (value: (weight: Weight) => number) => Math.max(...weights.map(value))
  const ofKind = (kind: Weight['kind']) => Math.max(...weights.filter((weight) => weight.kind === kind).map(({ html }) => html))
  const bound = (goal: string, measured: number, most: number, unit: string) => ({
    goal,
    wanted: `at most ${most}${unit}`,
    measured: `${unit ? measured.toFixed(1) : measured}${unit}`,
    isReached: measured <= most,
  })
  return {
    title: 'Weight of the pages',
    how: ['First view in a real browser with an empty cache: compressed bodies (1 KB = 1000 bytes).'],
    goals: [
      bound(
        'heaviest first view',
        heaviest(({ total }) => total),
        FIRST_VIEW_KB,
        ' KB',
      ),
      bound('heaviest HTML of a form', ofKind('form'), HTML_KB.form, ' KB'),
      bound('heaviest HTML of a list', ofKind('list'), HTML_KB.list, ' KB'),
      bound(
        'most requests of a page',
        heaviest(({ requests }) => requests),
        MAX_REQUESTS,
        '',
      ),
    ],
    tables: [
      {
        head: ['page', 'kind', 'first view KB', 'HTML KB', 'requests'],
        rows: weights.map(({ path, kind, total, html, requests }) => [path, kind, total.toFixed(1), html.toFixed(1), requests]),
      },
    ],
  }
}
