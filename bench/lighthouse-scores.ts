import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { findChromium } from '../tests/support/chromium.ts'
import { freePorts } from '../tests/support/free-ports.ts'
import { median } from './figures.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Run = { scores: number[]; problems: string[] }
export type Scores = { path: string; scores: number[]; problems: string[] }

const START_MS = 20_000

/** Lighthouse with its default phone; the median of the rounds counts. */
export async function lighthouseScores(portalUrl: string, paths: string[], rounds: number): Promise<Scores[]> {
  const browser = await startChromium()
  try {
    const found: Scores[] = []
    for (const path of paths) {
      const runs: Run[] = []
      while (runs.length < rounds && !isDecided(runs, rounds)) runs.push(await scoresOf(portalUrl + path, browser.port))
      const scores = CATEGORIES.map((_, position) => median(runs.map((run) => run.scores[position] ?? 0)))
      const problems = scores.some((score) => score < 100) ? [...new Set(runs.flatMap((run) => run.problems))] : []
      found.push({ path, scores, problems })
      process.stdout.write(`${path}: ${scores.join(' / ')} ${problems.join(', ')}\n`)
    }
    return found
  } finally {
    await browser.stop()
  }
}

/** Full scores in more than half of the rounds are the median. */
function isDecided(runs: readonly Run[], rounds: number): boolean {
  return runs.filter(({ scores }) => scores.every((score) => score === 100)).length > rounds / 2
}

async function scoresOf(url: string, port: number): Promise<Run> {
  // Pages with noindex lose points for it by design.
  const isHidden = /<meta name="robots" content="noindex"/.test(await (await fetch(url)).text())
  const result = await lighthouse(
    url,
    {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
      // The default phone's limits are applied. Lighthouse's default, simulating them, multiplies the machine's noise.
      throttlingMethod: 'devtools',
      ...(isHidden ? { skipAudits: ['is-crawlable'] } : {}),
    },
    undefined,
  )
  if (!result) throw new Error(`Lighthouse found nothing to say about ${url}`)
  const { categories, audits } = result.lhr
  const problems = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim()),
  )
  return { scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)), problems }
}

async function startChromium(): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-lighthouse-'))
  const [port = 0] = await freePorts(1)
  const child = spawn(
    findChromium(),
    ['--headless=new', '--no-sandbox', '--no-first-run', `--remote-debugging-port=${port}`, `--user-data-dir=${folder}`, 'about:blank'],
    { stdio: 'ignore' },
  )
  const deadline = performance.now() + START_MS
  while (
    !(await fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > deadline) throw new Error('Chromium did not start')
    await pause(100)
  }
  return {
    port,
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
