import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { shortClassNames } from './class-names.ts'
import { compressAssets } from './compress-assets.ts'
import { shortPropertyNames } from './property-names.ts'

const propertyNames = shortPropertyNames()

const COMMON = {
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  css: { modules: { generateScopedName: shortClassNames() }, postcss: { plugins: [propertyNames.ofSheets] } },
  plugins: [propertyNames.ofDrawings],
  // React looks for its developers' tools; without the name there is nothing to tell them.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
} satisfies InlineConfig

/** How a part that comes later is imported where none has a style of its own, and where some have. */
const LATER = {
  plain: 'export const __vitePreload = (load) => load()',
  styled: `
    const coming = new Map()
    const styled = (path) => {
      const { href } = new URL('/' + path, import.meta.url)
      const style = coming.get(href) ?? new Promise((there, missing) =>
        document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href, onload: there, onerror: missing })))
      coming.set(href, style)
      style.catch(() => coming.delete(href))
      return style
    }
    export const __vitePreload = (load, styles = []) => Promise.all(styles.map(styled)).then(load)`,
}

/** In place of Vite's helper, which fetches scripts ahead, too, and is 600 bytes of every file that imports a later part. */
function laterParts(way: keyof typeof LATER): Plugin {
  return {
    name: `later-parts-${way}`,
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? LATER[way] : null),
  }
}

const BROWSER_FOLDER = 'build/browser'

/**
 * Old Android phones, down to Chrome 87. They read optional chaining, which the builder would spell out below Chrome 91 for one call in it that
 * they get wrong: some hundred bytes of every page. A journey looks for that call. Terser takes three seconds longer than what Vite
 * brings, and a phone fetches three to six per cent less of our own files.
 */
const FOR_PHONES = {
  target: 'chrome91',
  cssTarget: 'chrome87',
  modulePreload: false,
  minify: 'terser',
  terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
} satisfies InlineConfig['build']

/** The pages as HTML: one server bundle, whose manifest says which style each page needs. */
const SERVER_HALF: InlineConfig = {
  ...COMMON,
  build: {
    ssr: 'src/join/pages.tsx',
    outDir: 'build/pages',
    manifest: 'manifest.json',
    ssrEmitAssets: true,
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    target: 'node24',
    cssTarget: FOR_PHONES.cssTarget,
  },
}

const SEALING_SOURCE = 'src/features/sealing/portal/seal-values.ts'

/** What seals is one file for forms and all islands, so that its key is fetched once. */
const SEALING: InlineConfig = {
  ...COMMON,
  // First of all that browsers fetch: it empties the folder, and brings what is served as it is.
  publicDir: 'public',
  build: {
    ...FOR_PHONES,
    outDir: BROWSER_FOLDER,
    rolldownOptions: {
      input: { sealing: SEALING_SOURCE },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'assets/[hash].js' },
    },
  },
}

/** Whoever needs it (load-sealing.ts) finds it beside itself. */
function sealingAt(file: string): Plugin {
  return {
    name: 'sealing-is-a-file-of-its-own',
    transform: (code, id) => (id.endsWith('/load-sealing.ts') ? code.replaceAll(basename(SEALING_SOURCE), basename(file)) : null),
  }
}

/** The shell and its part for fields stand alone: a file that they shared with islands would be one request more on every page. */
function shellBuild(name: string, plugins: Plugin[]): InlineConfig {
  return {
    ...COMMON,
    plugins: [...COMMON.plugins, ...plugins],
    build: {
      ...FOR_PHONES,
      outDir: BROWSER_FOLDER,
      emptyOutDir: false,
      manifest: `${name}-manifest.json`,
      rolldownOptions: { input: { [name]: `src/portal/shell/${name}.ts` }, output: { entryFileNames: 'assets/[hash].js' } },
    },
  }
}

/**
 * Each island is an entry. Those with React (.island.tsx) share files. Those without (.island.ts) are built each by itself: what they
 * shared would be one request more, and would bring React or what only others need. The gallery's, which no visitor gets, are a world of their
 * own: what they share with one page would go along to all of them.
 */
function islandBuilds(plugins: Plugin[]): InlineConfig[] {
  const plain = globSync('src/features/*/portal/**/*.island.ts').map((file) =>
    islands(nameOf(file), [file], [...plugins, laterParts('plain')]),
  )
  const withReact = globSync('src/features/*/portal/**/*.island.tsx')
  const isGallery = (file: string) => file.includes('/ui-gallery/')
  return [
    ...plain,
    islands(
      'with-react',
      withReact.filter((file) => !isGallery(file)),
      [...plugins, laterParts('styled')],
    ),
    islands('gallery', withReact.filter(isGallery), [...plugins, laterParts('styled')]),
  ]
}

/** What at least so many islands need is one file; what fewer need would be paid for by all. */
const MANY_ISLANDS = 4

function nameOf(file: string): string {
  return basename(file).replace(/\.island\.tsx?$/, '')
}

function islands(name: string, files: string[], plugins: Plugin[]): InlineConfig {
  return {
    ...COMMON,
    plugins: [...COMMON.plugins, ...plugins],
    build: {
      ...FOR_PHONES,
      outDir: BROWSER_FOLDER,
      emptyOutDir: false,
      manifest: `island-${name}-manifest.json`,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [nameOf(file), file])),
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: 'assets/[hash].js',
          chunkFileNames: 'assets/[hash].js',
          codeSplitting: {
            groups: [
              { name: 'react', priority: 2, test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
              { name: 'portal', priority: 1, test: /src\/(shared|portal|calls)\//, minShareCount: MANY_ISLANDS },
            ],
          },
        },
      },
    },
  }
}

/** What a phone keeps for when there is no network: each file stands alone, and the server sends it at an address of its own. */
function offlineBuild(name: string, file: string, folder = 'src/portal/offline'): InlineConfig {
  return {
    ...COMMON,
    publicDir: false,
    build: {
      ...FOR_PHONES,
      outDir: 'build/offline',
      emptyOutDir: false,
      rolldownOptions: { input: `${folder}/${file}`, output: { format: 'iife', entryFileNames: `${name}.js` } },
    },
  }
}

const OFFLINE = [
  offlineBuild('service-worker', 'service-worker.ts'),
  offlineBuild('removed-worker', 'removed-worker.ts'),
  offlineBuild('offline-page', 'offline-page.ts'),
  offlineBuild('keep-page', 'keep-page.ts'),
  offlineBuild('offer-numbers', 'offer-numbers.ts', 'src/features/on-this-phone/portal'),
]

function fileOf(built: Awaited<ReturnType<typeof build>>): string {
  const [chunk] = 'output' in built ? built.output : []
  if (!chunk) throw new Error(`${SEALING_SOURCE} was not built`)
  return chunk.fileName
}

/** Builds pages, shell and islands. */
export async function buildPages(): Promise<void> {
  process.env.NODE_ENV = 'production'
  await build(SERVER_HALF)
  const plugins = [sealingAt(fileOf(await build(SEALING)))]
  await build(shellBuild('shell', plugins))
  await build(shellBuild('fields', plugins))
  for (const config of [...islandBuilds(plugins), ...OFFLINE]) await build(config)
  await compressAssets(BROWSER_FOLDER)
}

if (import.meta.main) await buildPages()
