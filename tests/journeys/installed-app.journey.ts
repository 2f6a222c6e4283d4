import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { createAssetHost } from '../support/asset-host.ts'
import { findChromium } from '../support/chromium.ts'
import { expect, test } from '../support/journey.ts'
import { startPortal } from '../support/start-for-tests.ts'
import { untilWorker } from '../support/until-worker.ts'

test.use({ serviceWorkers: 'allow' })

type Manifest = {
  lang: string
  name: string
  short_name: string
  start_url: string
  theme_color: string
  icons: { src: string; sizes: string }[]
}

/** The manifest as the browser reads it, and its errors. */
async function installable(page: Page): Promise<{ errors: unknown[]; manifest: Manifest; address: string }> {
  const session = await page.context().newCDPSession(page)
  const { url, errors, data = '{}' } = await session.send('Page.getAppManifest')
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  return { errors: [...errors, ...installabilityErrors], manifest: JSON.parse(data), address: url }
}

/** A browser with its own profile folder: a private window cannot install apps. */
async function ownBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-installed-'))
  const context = await chromium.launchPersistentContext(folder, { executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    await work(await context.newPage())
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

test('OFF-5 the browser finds nothing that keeps the portal from being installed, in French and in English', async ({ portal }) => {
  await ownBrowser(async (page) => {
    for (const [language, name] of [
      ['fr', 'Ténéré Mobile en ligne'],
      ['en', 'Ténéré Mobile online'],
    ] as const) {
      await page.context().addCookies([{ name: 'lang', value: language, url: portal }])
      for (const path of ['/', '/gethelp', '/on-this-phone']) {
        await page.goto(`${portal}${path}`)
        const { errors, manifest, address } = await installable(page)
        expect(errors).toEqual([])
        expect(address).toBe(`${portal}/app-${language}.webmanifest`)
        expect(manifest).toMatchObject({ lang: language, name, short_name: 'Ténéré', start_url: '/' })
        await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', manifest.theme_color)
      }
    }
  })
})

test('OFF-5 manifest and icons have their types, are cacheable, and are small', async ({ request }) => {
  for (const language of ['fr', 'en']) {
    const answer = await request.get(`/app-${language}.webmanifest`)
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    const { icons }: Manifest = await answer.json()
    expect(icons).toHaveLength(3)
    for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
      const icon = await request.get(src)
      expect(icon.headers()).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' })
      const bytes = await icon.body()
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
      expect(bytes.length).toBeLessThan(8_000)
    }
  }
  expect((await request.get('/app-de.webmanifest')).status()).toBe(404)
})

test('OFF-5 GEN-6 with built files elsewhere the manifest and the worker still come from the portal', async () => {
  const host = await createAssetHost()
  const portal = await startPortal({ CDN_URL: host.url })
  try {
    await ownBrowser(async (page) => {
      await page.goto(`${portal.portalUrl}/about`)
      await untilWorker(page)
      const { errors, address } = await installable(page)
      expect(errors).toEqual([])
      expect(address).toBe(`${portal.portalUrl}/app-fr.webmanifest`)
      expect(host.asked.length).toBeGreaterThan(0)
      expect(host.asked.filter((path) => !path.startsWith('/assets/'))).toEqual([])
      await page.context().setOffline(true)
      await page.goto(`${portal.portalUrl}/contact-us`)
      await expect(page.getByText(/Cette page s’ouvre toute seule/)).toBeVisible()
    })
  } finally {
    await portal.stop()
    await host.close()
  }
})
