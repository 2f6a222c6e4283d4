import type { Browser } from 'puppeteer-core'
import { startPortal, type RunningPortal } from '../tests/support/start-for-tests.ts'
import { buildWhenNeeded } from './build-when-needed.ts'
import { findFirefoxOrNull, HOW_TO_GET_FIREFOX, openFirefox } from './proof/firefox.ts'
import { MONEY_WALKS } from './proof/money-walks.ts'
import { PAGE_WALKS } from './proof/page-walks.ts'
import { pretendWorld } from './proof/pretend-world.ts'
import { welcomeVisitor } from './proof/visitor.ts'
import type { Walk } from './proof/walk.ts'

/**
 * `npm run proof`: Firefox walks what `npm test` walks in Chromium, with and without script, one line for each walk; words after it choose
 * walks by their title (`npm run proof -- card`). It renews docs/proof.md first, which names the walks beside the tests.
 */
const WAYS = [
  { isScripted: true, way: 'with script' },
  { isScripted: false, way: 'without script' },
] as const

async function walkOne(walk: Walk, { browser, portal, isScripted }: { browser: Browser; portal: RunningPortal; isScripted: boolean }) {
  const visitor = await welcomeVisitor(browser, portal.portalUrl, isScripted)
  try {
    await walk.steps(visitor, pretendWorld(portal.sandboxUrl))
    return visitor.problems
  } catch (error) {
    return [error instanceof Error ? error.message : String(error), ...visitor.problems]
  } finally {
    await visitor.leave()
  }
}

async function walkAll(executablePath: string, walks: Walk[], portal: RunningPortal): Promise<{ walked: number; failed: number }> {
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

async function main(): Promise<number> {
  await import('./write-proof.ts')
  const firefox = findFirefoxOrNull()
  if (!firefox) {
    process.stderr.write(`${HOW_TO_GET_FIREFOX}\n`)
    return 1
  }
  const words = process.argv.slice(2).join(' ').toLowerCase()
  const walks = [...MONEY_WALKS, ...PAGE_WALKS].filter(({ walk }) => walk.toLowerCase().includes(words))
  buildWhenNeeded()
  const portal = await startPortal()
  try {
    const { walked, failed } = await walkAll(firefox, walks, portal)
    process.stdout.write(`\nguichet in Firefox: ${walked - failed} walks passed, ${failed} failed\n`)
    return walked > 0 && failed === 0 ? 0 : 1
  } finally {
    await portal.stop()
  }
}

process.exit(await main())
