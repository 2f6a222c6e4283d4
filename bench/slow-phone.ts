import type { Browser } from 'playwright'

/** A phone and network profile. */
export type Profile = {
  name: string
  kilobits: number
  roundTripMs: number
  slowdown: number
  lcpGoalMs: number
  blockingGoalMs: number
}

export const PROFILES: Profile[] = [
  { name: '1.6 Mbit/s, 150 ms, x4', kilobits: 1600, roundTripMs: 150, slowdown: 4, lcpGoalMs: 1200, blockingGoalMs: 10 },
  { name: '400 kbit/s, 400 ms, x6', kilobits: 400, roundTripMs: 400, slowdown: 6, lcpGoalMs: 1950, blockingGoalMs: 10 },
  { name: '240 kbit/s, 420 ms, x6', kilobits: 240, roundTripMs: 420, slowdown: 6, lcpGoalMs: 2100, blockingGoalMs: 10 },
]

export type PhoneView = {
  /** Largest Contentful Paint. */
  paintedMs: number
  /** The page is visible and its forms work without script. */
  usableMs: number
  /** The shell is loaded: islands hydrate at the next touch. */
  scriptedMs: number
  blockedMs: number
}

// A browser limits each request by itself; these factors, which Lighthouse uses as well, stand for the round trips of a new connection.
const LATENCY_FACTOR = 3.75
const THROUGHPUT_FACTOR = 0.9
const SCRIPTED_TIMEOUT_MS = 60_000

type Seen = Window & { paints: number[]; longTasks: { start: number; duration: number }[] }

/** Opens the page on this phone, with applied (not simulated) limits. */
export async function viewOnPhone(browser: Browser, url: string, profile: Profile): Promise<PhoneView> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const bytesPerSecond = (profile.kilobits * 1000 * THROUGHPUT_FACTOR) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.roundTripMs * LATENCY_FACTOR,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: profile.slowdown })
  await page.addInitScript(watchPaints)
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: SCRIPTED_TIMEOUT_MS })
  await page.waitForFunction(isScripted, null, { timeout: SCRIPTED_TIMEOUT_MS })
  await page.waitForLoadState('networkidle', { timeout: SCRIPTED_TIMEOUT_MS })
  const view = await page.evaluate(readView)
  await context.close()
  return view
}

function watchPaints(): void {
  const seen = window as unknown as Seen & { scriptedAt?: number }
  seen.paints = []
  seen.longTasks = []
  new PerformanceObserver((list) => seen.paints.push(...list.getEntries().map(({ startTime }) => startTime))).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  })
  new PerformanceObserver((list) =>
    seen.longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ start: startTime, duration }))),
  ).observe({ type: 'longtask', buffered: true })
}

/** The shell signals its readiness; islands hydrate later, on touch. Runs every frame. */
function isScripted(): boolean {
  if (document.documentElement.dataset.shell !== 'on') return false
  performance.mark('scripted')
  return true
}

function readView(): PhoneView {
  const { paints, longTasks } = window as unknown as Seen
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return {
    paintedMs: paints.at(-1) ?? firstPaint,
    usableMs: Math.max(firstPaint, navigation?.domInteractive ?? 0),
    scriptedMs: performance.getEntriesByName('scripted')[0]?.startTime ?? 0,
    blockedMs: longTasks.filter(({ start }) => start >= firstPaint).reduce((sum, { duration }) => sum + duration - 50, 0),
  }
}
