import type { BenchOptions } from './bench-options.ts'
import { PAGES } from '../tests/support/pages-under-test.ts'
import { startPortal } from '../tests/support/start-for-tests.ts'
import { CATEGORIES, lighthouseScores, type Scores } from './lighthouse-scores.ts'
import type { Section } from './performance-page.ts'

/** Pages that answer 404 by design have no score: unknown links, receipts and payments. */
const isScored = (path: string) => !path.includes('no-such') && !/^\/[rv]\//.test(path) && path !== '/payment/status'

/** Lighthouse scores of every page on its default phone. */
export async function measureLighthouse({ paths, rounds }: BenchOptions): Promise<Section> {
  const portal = await startPortal()
  try {
    const wanted = paths.length > 0 ? paths : PAGES.map(({ path }) => path)
    return describe(await lighthouseScores(portal.portalUrl, wanted.filter(isScored), rounds), rounds)
  } finally {
    await portal.stop()
  }
}

function describe(scores: Scores[], rounds: number): Section {
  const full = (positions: number[]) => scores.filter(({ scores: marks }) => positions.every((position) => marks[position] === 100)).length
  const goal = (words: string, positions: number[]) => ({
    goal: words,
    wanted: 'every page',
    measured: `${full(positions)} of ${scores.length} pages`,
    isReached: full(positions) === scores.length,
  })
  return {
    title: 'Lighthouse',
    how: [
      `Its default phone (slow 4G, processor x4), with applied, not simulated limits; median of ${rounds}. Pages with noindex by design are not scored for it. Performance falls when others use the processor meanwhile; the other marks do not.`,
    ],
    goals: [goal('performance 100', [0]), goal('accessibility, best practices and search engines 100', [1, 2, 3])],
    tables: [
      {
        head: ['page', ...CATEGORIES, 'what costs marks'],
        rows: scores.map(({ path, scores: marks, problems }) => [path, ...marks, problems.slice(0, 4).join(', ')]),
      },
    ],
  }
}
