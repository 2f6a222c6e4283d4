import { globSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { PROPERTY_NAMES } from '../src/server/pages/built-files.ts'
import { contractsWithoutSchemas } from '../src/calls/contract-plugin.ts'
import { shortClassNames } from './class-names.ts'
import { compressAssets } from './compress-assets.ts'
import { shortPropertyNames } from './property-names.ts'

const propertyNames = shortPropertyNames()

const COMMON = {
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  css: { modules: { generateScopedName: shortClassNames() }, postcss: { plugins: [propertyNames.ofSheets] } },
  plugins: [contractsWithoutSchemas(), propertyNames.ofDrawings],
  // Removes React's lookup of its developer tools.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
} satisfies InlineConfig

/** The generated import of a lazy part, without and with styles. */
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

/** Replaces Vite's preload helper, which also prefetches scripts and adds 600 bytes to every file with a lazy import. */
function laterParts(way: keyof typeof LATER): Plugin {
  return {
    name: `later-parts-${way}`,
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? LATER[way] : null),
  }
}

const BROWSER_FOLDER = 'build/browser'
const OFFLINE_FOLDER = 'build/offline'

/**
 * Old Android phones, down to Chrome 87. They support optional chaining except for one kind of call that they get wrong; compiling it away
 * below Chrome 91 would cost some hundred bytes of every page. A journey looks for that call. Terser takes three seconds longer than
 * Vite's minifier and saves three to six per cent of our own files.
 */
const FOR_PHONES = {
  target: 'chrome91',
  cssTarget: 'chrome87',
  modulePreload: false,
  minify: 'terser',
  terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
} satisfies InlineConfig['build']

/** The server bundle of pages; its manifest lists the styles of each page. */
const SERVER_HALF: InlineConfig = {
  ...COMMON,
  build: {
    ssr: 'src/composition/pages.tsx',
    outDir: 'build/pages',
    manifest: 'manifest.json',
    ssrEmitAssets: true,
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    target: 'node24',
    // Read from the operator's folder when the portal starts: a build holds nothing of one operator.
    rolldownOptions: { external: ['#operator-record'] },
    cssTarget: FOR_PHONES.cssTarget,
  },
}

const SEALING_SOURCE = 'src/features/field-encryption/portal/encrypt-values.ts'

/** The encryption script is one file for forms and all islands, so that its key is fetched once. */
const SEALING: InlineConfig = {
  ...COMMON,
  // The first browser build: it empties the folder and copies the static files.
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

/** load-encryption.ts loads it from the same folder. */
function sealingAt(file: string): Plugin {
  return {
    name: 'sealing-is-a-file-of-its-own',
    transform: (code, id) => (id.endsWith('/load-encryption.ts') ? code.replaceAll(basename(SEALING_SOURCE), basename(file)) : null),
  }
}

/** The shell and its script for fields are built alone: a shared file would be one request more on every page. */
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
 * Each island is an entry. Those with React (.island.tsx) share files. Those without (.island.ts) are built separately: a shared file
 * would be one request more, and could include React or code of other islands.
 */
function islandBuilds(plugins: Plugin[]): InlineConfig[] {
  const plain = globSync('src/features/*/portal/**/*.island.ts').map((file) =>
    islands(nameOf(file), [file], [...plugins, laterParts('plain')]),
  )
  return [...plain, islands('with-react', globSync('src/features/*/portal/**/*.island.tsx'), [...plugins, laterParts('styled')])]
}

/** Minimum number of islands for a shared file; otherwise all would pay for it. */
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

/** Offline scripts: each file is built alone and served at a fixed address. */
function offlineBuild(name: string, file: string, folder = 'src/portal/offline'): InlineConfig {
  return {
    ...COMMON,
    publicDir: false,
    build: {
      ...FOR_PHONES,
      outDir: OFFLINE_FOLDER,
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
  offlineBuild('offer-numbers', 'offer-numbers.ts', 'src/features/device-storage/portal'),
]

/** The console: its views for the server, and its script. Its style sheets are read as they are. */
const CONSOLE: InlineConfig[] = [
  {
    ...COMMON,
    build: {
      ssr: 'src/console/console-bundle.tsx',
      outDir: 'build/console',
      target: 'node24',
      rolldownOptions: { external: ['#operator-record'] },
    },
  },
  {
    ...COMMON,
    build: {
      target: 'es2022',
      modulePreload: false,
      outDir: 'build/console',
      emptyOutDir: false,
      rolldownOptions: { input: 'src/console/frame/console-script.ts', output: { entryFileNames: 'console-script.js' } },
    },
  },
]

function fileOf(built: Awaited<ReturnType<typeof build>>): string {
  const [chunk] = 'output' in built ? built.output : []
  if (!chunk) throw new Error(`${SEALING_SOURCE} was not built`)
  return chunk.fileName
}

/** Builds pages, shell and islands. */
export async function buildPages(): Promise<void> {
  process.env.NODE_ENV = 'production'
  // Each file is a separate build; none may empty the folder.
  rmSync(OFFLINE_FOLDER, { recursive: true, force: true })
  await build(SERVER_HALF)
  writeFileSync(`build/pages/${PROPERTY_NAMES}`, JSON.stringify(propertyNames.table))
  const plugins = [sealingAt(fileOf(await build(SEALING)))]
  await build(shellBuild('shell', plugins))
  await build(shellBuild('fields', plugins))
  for (const config of [...islandBuilds(plugins), ...OFFLINE, ...CONSOLE]) await build(config)
  await compressAssets(BROWSER_FOLDER)
}

if (import.meta.main) await buildPages()
