import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { findChromium } from '../../tests/support/chromium.ts'
import { freePorts } from '../../tests/support/free-ports.ts'
import { median } from './figures.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Scores = { path: string; scores: number[]; runs: number; problems: string[] }

const START_MS = 20_000

/** Lighthouse with its default phone. A page with full marks is looked at once, any other several times, and the median counts. */
export async function lighthouseScores(portalUrl: string, paths: string[], rounds: number): Promise<Scores[]> {
  const browser = await startChromium()
  try {
    const found: Scores[] = []
    for (const path of paths) {
      const runs = [await scoresOf(portalUrl + path, browser.port)]
      while (runs.length < rounds && runs[0]?.scores.some((score) => score < 100)) runs.push(await scoresOf(portalUrl + path, browser.port))
      const scores = CATEGORIES.map((_, position) => median(runs.map((run) => run.scores[position] ?? 0)))
      const problems = scores.some((score) => score < 100) ? [...new Set(runs.flatMap((run) => run.problems))] : []
      found.push({ path, scores, runs: runs.length, problems })
      process.stdout.write(`${path}: ${scores.join(' / ')} ${problems.join(', ')}\n`)
    }
    return found
  } finally {
    await browser.stop()
  }
}

async function scoresOf(url: string, port: number): Promise<{ scores: number[]; problems: string[] }> {
  // Pages that ask search engines to stay away lose marks for just that; it is their purpose.
  const isHidden = /<meta name="robots" content="noindex"/.test(await (await fetch(url)).text())
  const result = await lighthouse(
    url,
    { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES], ...(isHidden ? { skipAudits: ['is-crawlable'] } : {}) },
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
