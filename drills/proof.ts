import type { Browser } from 'puppeteer-core'
import { startPortal, type RunningPortal } from '../tests/support/start-for-tests.ts'
import { buildWhenNeeded } from '../scripts/build-when-needed.ts'
import { installKannel } from '../scripts/test-machine.ts'
import { hasKannel } from '../tests/support/kannel.ts'
import { findFirefoxOrNull, HOW_TO_GET_FIREFOX, openFirefox } from './walks/firefox.ts'
import { KANNEL_CHAINS, walkChains } from './walks/kannel-chains.ts'
import { MONEY_WALKS } from './walks/money-walks.ts'
import { PAGE_WALKS } from './walks/page-walks.ts'
import { sandboxView } from './walks/sandbox-view.ts'
import { welcomeVisitor } from './walks/visitor.ts'
import type { Walk } from './walks/walk.ts'

/**
 * `npm run proof`: tests that take too long for `npm test`. Firefox runs the journeys that `npm test` runs in Chromium, with and without
 * script, and phones dial through a real Kannel. It prints one line for each; arguments filter by title (`npm run proof -- card`,
 * `-- ussd`). It first renews docs/proof.md, which lists walks and chains beside the tests.
 */
const WAYS = [
  { isScripted: true, way: 'with script' },
  { isScripted: false, way: 'without script' },
] as const

async function walkOne(walk: Walk, { browser, portal, isScripted }: { browser: Browser; portal: RunningPortal; isScripted: boolean }) {
  const visitor = await welcomeVisitor(browser, portal.portalUrl, isScripted)
  try {
    await walk.steps(visitor, sandboxView(portal.sandboxUrl))
    return visitor.problems
  } catch (error) {
    return [error instanceof Error ? error.message : String(error), ...visitor.problems]
  } finally {
    await visitor.leave()
  }
}

async function walkAll(executablePath: string, walks: Walk[], portal: RunningPortal): Promise<Told> {
  const told = { walked: 0, failed: 0 }
  for (const { isScripted, way } of WAYS) {
    const chosen = walks.filter((walk) => walk.way === way || walk.way === 'with and without script')
    if (chosen.length === 0) continue
    const browser = await openFirefox(executablePath, { isScripted })
    process.stdout.write(`${await browser.version()}, ${way}\n`)
    for (const walk of chosen) {
      const began = performance.now()
      const problems = await walkOne(walk, { browser, portal, isScripted })
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      process.stdout.write(`${problems.length > 0 ? 'FAIL' : 'ok  '}  ${walk.walk} (${way}, ${seconds} s)\n`)
      for (const problem of problems) process.stdout.write(`      ${problem}\n`)
      told.walked += 1
      if (problems.length > 0) told.failed += 1
    }
    await browser.close()
  }
  return told
}

type Told = { walked: number; failed: number }

async function walkKannel(portal: RunningPortal, words: string): Promise<Told> {
  const told = { walked: 0, failed: 0 }
  const chains = KANNEL_CHAINS.filter(({ chain }) => chain.toLowerCase().includes(words))
  if (chains.length === 0) return told
  if (!hasKannel()) {
    process.stdout.write('Skipped: the chain through Kannel needs the Debian packages kannel and kannel-extras.\n')
    return told
  }
  process.stdout.write('phone, SMS centre, Kannel, portal\n')
  const { port } = new URL(portal.portalUrl)
  const parts = { world: sandboxView(portal.sandboxUrl), portalUrl: `http://127.0.0.1:${port}` }
  await walkChains(chains, parts, ({ chain }, problem, seconds) => {
    process.stdout.write(`${problem === null ? 'ok  ' : 'FAIL'}  ${chain} (${seconds.toFixed(1)} s)\n`)
    if (problem !== null) process.stdout.write(`      ${problem}\n`)
    told.walked += 1
    if (problem !== null) told.failed += 1
  })
  return told
}

async function main(): Promise<number> {
  await import('../scripts/write-proof.ts')
  const words = process.argv.slice(2).join(' ').toLowerCase()
  const walks = [...MONEY_WALKS, ...PAGE_WALKS].filter(({ walk }) => walk.toLowerCase().includes(words))
  const firefox = findFirefoxOrNull()
  if (!firefox && walks.length > 0) {
    process.stderr.write(`${HOW_TO_GET_FIREFOX}\n`)
    return 1
  }
  installKannel()
  buildWhenNeeded()
  const portal = await startPortal()
  try {
    const chained = await walkKannel(portal, words)
    const walked = firefox ? await walkAll(firefox, walks, portal) : { walked: 0, failed: 0 }
    process.stdout.write(`\nguichet in Firefox: ${walked.walked - walked.failed} walks passed, ${walked.failed} failed\n`)
    process.stdout.write(`guichet through Kannel: ${chained.walked - chained.failed} chains passed, ${chained.failed} failed\n`)
    return walked.walked + chained.walked > 0 && walked.failed + chained.failed === 0 ? 0 : 1
  } finally {
    await portal.stop()
  }
}

process.exit(await main())
