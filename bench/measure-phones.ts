import { chromium } from 'playwright'
import type { BenchOptions } from './bench-options.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { PAGES } from '../tests/support/pages-under-test.ts'
import { startPortal } from '../tests/support/start-for-tests.ts'
import { median } from './figures.ts'
import type { Goal, Section } from './performance-page.ts'
import { PROFILES, viewOnPhone, type PhoneView, type Profile } from './slow-phone.ts'

type Seen = { path: string; profile: Profile; view: PhoneView }

/** Every page on three slow phones. */
export async function measurePhones({ paths, rounds }: BenchOptions): Promise<Section> {
  const portal = await startPortal()
  try {
    const seen = await viewsOf(portal.portalUrl, paths.length > 0 ? paths : PAGES.map(({ path }) => path), rounds)
    return describe(seen, rounds)
  } finally {
    await portal.stop()
  }
}

async function viewsOf(portalUrl: string, paths: string[], rounds: number): Promise<Seen[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const seen: Seen[] = []
  for (const path of paths) {
    for (const profile of PROFILES) {
      const views: PhoneView[] = []
      for (let round = 0; round < rounds; round += 1) views.push(await viewOnPhone(browser, portalUrl + path, profile))
      const view = medianView(views)
      seen.push({ path, profile, view })
      process.stdout.write(`${path} ${profile.name}: ${Object.values(view).map(Math.round).join(' / ')} ms\n`)
    }
  }
  await browser.close()
  return seen
}

function medianView(views: PhoneView[]): PhoneView {
  const of = (key: keyof PhoneView) => median(views.map((view) => view[key]))
  return { paintedMs: of('paintedMs'), usableMs: of('usableMs'), scriptedMs: of('scriptedMs'), blockedMs: of('blockedMs') }
}

function describe(seen: Seen[], rounds: number): Section {
  return {
    title: 'Slow phones',
    how: [
      `Limits applied by the browser, not simulated; median of ${rounds}. Latency x3.75 and throughput x0.9 as Lighthouse does, which accounts for the round trips of a new connection.`,
      'Painted is the Largest Contentful Paint. Usable: visible, and its form works (forms need no script). Scripted: the shell is loaded, and islands hydrate at the next touch. Blocked is the total blocking time.',
    ],
    goals: PROFILES.flatMap((profile) => profileGoals(profile, seen)),
    tables: [
      {
        head: ['page', 'network and processor', 'painted ms', 'usable ms', 'scripted ms', 'blocked ms'],
        rows: seen.map(({ path, profile, view }) => [
          path,
          profile.name,
          ...[view.paintedMs, view.usableMs, view.scriptedMs, view.blockedMs].map((value) => Math.round(value)),
        ]),
      },
    ],
  }
}

function profileGoals(profile: Profile, seen: Seen[]): Goal[] {
  const views = seen.filter((each) => each.profile === profile)
  const goal = (words: string, key: 'paintedMs' | 'blockedMs', most: number): Goal => {
    const worst = views.toSorted((one, other) => other.view[key] - one.view[key])[0]
    const within = views.filter(({ view }) => view[key] <= most).length
    return {
      goal: `${words}, ${profile.name}`,
      wanted: `at most ${most} ms`,
      measured: `${within} of ${views.length} pages; slowest ${Math.round(worst?.view[key] ?? 0)} ms (${worst?.path})`,
      isReached: within === views.length,
    }
  }
  return [goal('painted', 'paintedMs', profile.lcpGoalMs), goal('total blocking time', 'blockedMs', profile.blockingGoalMs)]
}
