import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PAGE_TABLE } from '../composition/page-table.ts'

/**
 * The scripts that may run on the pages where people pay (PCI DSS 6.4.3): read from the sources, which say what a page loads, and from the
 * build, whose files are hashed. There is no other script: pages hold none inline, and their policy allows no other origin.
 */
export type ScriptInventory = {
  /** By the address of the page: the built files that it may load. */
  pages: Record<string, string[]>
  /** By file: the sources it was built from, and its hash as a browser writes it. */
  files: Record<string, { sources: string[]; integrity: string }>
  /** Scripts at fixed addresses, below which the portal writes texts of the operator: the end of the file, by its hash. */
  fixed: Record<string, { source: string; integrity: string; bytes: number }>
}

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

const ROOT = join(import.meta.dirname, '../..')
const ON_EVERY_PAGE = ['src/portal/shell/shell.ts', 'src/portal/shell/fields.ts']
/** Menu, language and footer around every page. */
const FRAME = 'src/portal/layout/page-frame.tsx'
/** Built for all forms together; load-encryption.ts fetches it. */
const ENCRYPTION = 'src/features/field-encryption/portal/encrypt-values.ts'
const FIXED: Record<string, string> = {
  '/offline.js': 'keep-page',
  '/kept-numbers.js': 'offer-numbers',
  '/service-worker.js': 'service-worker',
}

export function paymentPages(): string[] {
  return Object.keys(PAGE_TABLE).filter((path) => path === '/payment' || path.startsWith('/payment/'))
}

/** Islands that a page may show: whatever its source imports, directly or not. */
export function islandsOf(page: string, root = ROOT): string[] {
  const seen = new Set<string>()
  const open = [page]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    open.push(...importsOf(file, root))
  }
  return [...seen].filter((file) => /\.island\.tsx?$/.test(file)).toSorted()
}

function importsOf(file: string, root: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const named = [...source.matchAll(/(?:from|import\(|import) ?'([#.][^']+\.tsx?)'/g)].map(([, target = '']) => target)
  return named
    .map((target) => (target.startsWith('#') ? `src/${target.slice(1)}` : join(dirname(file), target)))
    .filter((target) => existsSync(join(root, target)))
}

export function integrityOf(bytes: Buffer | string): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/** Read from the build of this folder; null where nothing was built. */
export function readInventory(root = ROOT): ScriptInventory | null {
  const folder = join(root, 'build/browser')
  if (!existsSync(folder)) return null
  const manifests = globSync('*-manifest.json', { cwd: folder }).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Manifest,
  )
  const encryption = fileOfEncryption(folder, manifests)
  const pages = Object.fromEntries(
    paymentPages().map((path) => {
      const entries = [...ON_EVERY_PAGE, ...islandsOf(FRAME, root), ...islandsOf(`src/${PAGE_TABLE[path]}`, root)]
      const files = entries.flatMap((entry) => manifests.flatMap((manifest) => [...closureOf(manifest, entry)].map(([, { file }]) => file)))
      return [path, [...new Set([...files, encryption])].toSorted()]
    }),
  )
  const used = [...new Set(Object.values(pages).flat())].toSorted()
  return {
    pages,
    files: Object.fromEntries(
      used.map((file) => {
        const sources = file === encryption ? [ENCRYPTION] : sourcesOf(manifests, file)
        return [file, { sources, integrity: integrityOf(readFileSync(join(folder, file))) }]
      }),
    ),
    fixed: Object.fromEntries(
      Object.entries(FIXED).map(([address, name]) => {
        const built = readFileSync(join(root, 'build/offline', `${name}.js`), 'utf8').trim()
        return [address, { source: name, integrity: integrityOf(built), bytes: Buffer.byteLength(built) }]
      }),
    ),
  }
}

function closureOf(manifest: Manifest, name: string, seen = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return seen
  seen.set(name, chunk)
  for (const other of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) closureOf(manifest, other, seen)
  return seen
}

function sourcesOf(manifests: readonly Manifest[], file: string): string[] {
  const names = manifests.flatMap((manifest) => Object.entries(manifest).filter(([, chunk]) => chunk.file === file))
  return [...new Set(names.map(([key, { name = key }]) => (key.startsWith('src/') ? key : `shared: ${name}`)))].toSorted()
}

/** It has no manifest: the script for fields names it. */
function fileOfEncryption(folder: string, manifests: readonly Manifest[]): string {
  const listed = new Set(manifests.flatMap((manifest) => Object.values(manifest).map(({ file }) => file)))
  const fields = manifests.flatMap((manifest) => Object.values(manifest)).find(({ name }) => name === 'fields')
  const text = fields ? readFileSync(join(folder, fields.file), 'utf8') : ''
  const unlisted = globSync('assets/*.js', { cwd: folder }).filter((file) => !listed.has(file))
  const found = unlisted.filter((file) => text.includes(file.replace('assets/', '')))
  const [only] = found.length > 0 ? found : unlisted
  if (!only || (found.length === 0 && unlisted.length > 1)) throw new Error(`the encryption script was not found: ${unlisted.join(', ')}`)
  return only
}
