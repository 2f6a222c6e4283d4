import { globSync, readFileSync } from 'node:fs'
import { KEEPABLE } from '#portal/offline/offline-addresses.ts'
import { expect, test } from 'vitest'

type Locked = { packages: Record<string, { version?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }> }
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'overrides', Record<string, string>> & {
  allowScripts: Record<string, boolean>
}

const { packages }: Locked = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const foreign = Object.entries(packages).filter(([path]) => path !== '')

test('abuse 79 every package is locked to one version and to its content', () => {
  expect(foreign.length).toBeGreaterThan(100)
  expect(foreign.filter(([, { integrity, version }]) => !integrity?.startsWith('sha512-') || !version).map(([path]) => path)).toEqual([])
})

test('abuse 79 dependencies have exact versions', () => {
  const asked = Object.values({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
    ...manifest.overrides,
  })
  expect(asked.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('abuse 79 no package has an install script without a decision about it', () => {
  const names = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(names.filter((name) => !(name in manifest.allowScripts)).filter((name) => !isOptionalEverywhere(name))).toEqual([])
})

/** Only for other platforms: npm does not install it here, and asks for a decision there. */
function isOptionalEverywhere(name: string): boolean {
  return name === 'fsevents'
}

test('abuse 60 OFF-2 one service worker, which alone writes into a cache: the offline page, and pages that inform', () => {
  const sources = globSync(['src/**/*.{ts,tsx}', 'content/**/*.json', 'public/**/*.{js,html,json}'])
  expect(sources.length).toBeGreaterThan(300)
  const speaking = (of: RegExp) => sources.filter((path) => of.test(readFileSync(path, 'utf8'))).toSorted()
  expect(speaking(/\bserviceWorker\b/)).toEqual([
    'src/portal/offline/fetch-pack.ts',
    'src/portal/offline/keep-page.ts',
    'src/portal/offline/stop-fetching.ts',
    'src/portal/shell/load-offline-script.ts',
  ])
  const worker = 'src/portal/offline/service-worker.ts'
  // Other files only count, read and erase caches.
  expect(speaking(/\bcaches\.open\b/)).toEqual([
    'src/features/device-storage/portal/kept-size.ts',
    'src/features/device-storage/portal/pack-state.ts',
    'src/portal/offline/kept-paths.ts',
    worker,
  ])
  expect(speaking(/\bcache\.(add|addAll|put)\(/)).toEqual([worker])
  const kept = readFileSync(worker, 'utf8').match(/\bcache\.(?:add|addAll|put)\([^)]*/g)
  expect(kept).toEqual([
    "cache.add(new Request(OFFLINE_PAGE, { cache: 'reload' }",
    "cache.put(name, new Response(html, { headers: { 'x-kept-at': String(Date.now(",
  ])
  expect(
    ['/payment', '/payment/status', '/', '/find-payment', '/check-balance', '/prepaid-recharge', '/aboutness'].filter((path) =>
      KEEPABLE.test(path),
    ),
  ).toEqual([])
})
