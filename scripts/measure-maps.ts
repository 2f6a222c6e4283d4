import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readdirSync, statSync } from 'node:fs'
import { chromium, type CDPSession, type Page } from 'playwright'
import { compactSites } from '../src/features/coverage/compact-sites.ts'
import { checkSites } from '../src/features/coverage/server/import-sites.ts'
import { shippedRows } from '../src/features/places/server/check-rows.ts'
import { TECHNOLOGIES, TECHNOLOGY_BIT } from '../src/features/coverage/rules.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { startPortal } from '../tests/support/start-for-tests.ts'
import { buildWhenNeeded } from './build-when-needed.ts'
import { seededChance } from './seeded-chance.ts'

/** Measures what the maps cost: bytes of the sites, and main-thread time for a switch of the filter in Chromium, not throttled. */
type Dot = { latitude: number; longitude: number; technologies: number }

const LOOKS_PER_SWITCH = 5

/** More sites of the shipped kind: each one again with a small offset. */
function manySites(count: number): Dot[] {
  const sites = shippedRows('operators/ne-tenere/sites.csv', checkSites)
  const { bell } = seededChance(count)
  return Array.from({ length: count }, (_, place) => {
    const { latitude, longitude, technologies } = sites[place % sites.length] ?? { latitude: 0, longitude: 0, technologies: 1 }
    return { latitude: latitude + bell() * 0.01, longitude: longitude + bell() * 0.01, technologies }
  })
}

function specificationSite({ latitude, longitude, technologies }: Dot, place: number): object {
  const services = TECHNOLOGIES.map((technology) => [`_${technology}service`, (technologies & TECHNOLOGY_BIT[technology]) > 0])
  return {
    latitude: Number(latitude.toFixed(4)),
    longitude: Number(longitude.toFixed(4)),
    title: `Site ${place}`,
    ...Object.fromEntries(services),
  }
}

function reportSizes(): void {
  for (const count of [3782, 5000, 50_000]) {
    const sites = manySites(count)
    const compact = JSON.stringify(compactSites(sites))
    const plain = JSON.stringify(sites.map(specificationSite))
    say(`${count} sites, compact form: gzip ${kilobytes(gzipSync(compact, { level: 9 }))}, brotli ${kilobytes(brotli(compact))}`)
    say(`${count} sites, the specification's form: gzip ${kilobytes(gzipSync(plain, { level: 9 }))}`)
  }
  const assets = readdirSync('build/client/assets').filter((name) => /^(opened-map|pmtiles-layer).*\.br$/.test(name))
  for (const name of assets) say(`${name}: ${(statSync(`build/client/assets/${name}`).size / 1000).toFixed(1)} KB`)
}

/** Main-thread time of the page, as reported by the browser. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function measureSwitches(page: Page, session: CDPSession, count: number): Promise<void> {
  const times: number[] = []
  for (let look = 0; look < LOOKS_PER_SWITCH; look += 1) {
    for (const technology of TECHNOLOGIES) {
      const before = await mainThreadMs(session)
      await page.getByRole('radio', { name: technology }).check()
      await page.getByRole('region', { name: new RegExp(technology) }).waitFor()
      // Everything is drawn after two frames.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      times.push((await mainThreadMs(session)) - before)
    }
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0)
  say(`${count} sites, switch of the filter, main thread in all: half within ${at(0.5)} ms, nine of ten ${at(0.9)} ms, worst ${at(1)} ms`)
}

async function measureMap(portalUrl: string, count: number, zoomOut: number): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 390, height: 700 }, deviceScaleFactor: 2 })
  await page.route('**/cms/maps/sites', (route) =>
    route.fulfill({ json: { status: 'success', statusCode: 200, result: compactSites(manySites(count)) } }),
  )
  await page.goto(`${portalUrl}/openNetworks`)
  await page.getByRole('button', { name: 'Afficher la carte' }).click()
  await page.getByRole('button', { name: 'Réduire' }).waitFor()
  for (let steps = 0; steps < zoomOut; steps += 1) await page.getByRole('button', { name: 'Réduire' }).click()
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await measureSwitches(page, session, count)
  await browser.close()
}

function brotli(text: string): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })
}

function kilobytes(bytes: Buffer): string {
  return `${(bytes.length / 1000).toFixed(1)} KB`
}

function say(words: string): void {
  process.stdout.write(`${words}\n`)
}

buildWhenNeeded()
reportSizes()
const portal = await startPortal()
try {
  for (const count of [5000, 50_000]) await measureMap(portal.portalUrl, count, 3)
} finally {
  await portal.stop()
}
