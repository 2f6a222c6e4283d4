import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; css?: string[]; imports?: string[] }
export const PROPERTY_NAMES = 'property-names.json'
type Manifest = Record<string, Chunk>

/** Of the ticket and the marks of payment methods. */
const CHECKOUT_COLOURS = ['--paper', '--sand', '--hole', '--sun']

function withoutCheckout(declaration: string, name: string): string {
  return CHECKOUT_COLOURS.includes(name) ? '' : declaration
}

/** The build's manifest: the style that a page needs, the shell and its part for fields, the files of an island. */
export type BuiltFiles = {
  styleOf(files: readonly string[]): string
  shell: string
  /** The additional shell script for pages with form fields. */
  fields: string
  islandFiles(name: string): readonly string[]
  /** The operator's colours, under the names that built styles use; those of a checkout only where a page's style has one. */
  brandStyle(colours: string, pageStyle: string): string
}

export function readBuiltFiles(folders: { pages: string; browser: string }, assetBase = ''): BuiltFiles {
  const read = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Manifest
  const pages = read(folders.pages, 'manifest.json')
  const address = (file: string) => `${assetBase}/${file}`
  const onlyFile = (name: string) => {
    const [chunk] = Object.values(read(folders.browser, `${name}-manifest.json`))
    if (!chunk) throw new Error(`the build has no ${name}`)
    return address(chunk.file)
  }
  // Islands without React are built each by itself.
  const islands = globSync('island-*-manifest.json', { cwd: folders.browser }).map((name) => read(folders.browser, name))
  const filesByIsland = new Map(islands.flatMap((manifest) => filesOfIslands(manifest)).map(([name, files]) => [name, files.map(address)]))
  const names = JSON.parse(readFileSync(join(folders.pages, PROPERTY_NAMES), 'utf8')) as Partial<Record<string, string>>
  return {
    brandStyle(colours, pageStyle) {
      const isCheckout = CHECKOUT_COLOURS.some((name) => pageStyle.includes(`var(${names[name] ?? name})`))
      const kept = isCheckout ? colours : colours.replaceAll(/(?<=[{;])(--[a-z-]+):[^;}]*;?/g, withoutCheckout)
      return kept.replaceAll(/--[a-z-]+/g, (name) => names[name] ?? name)
    },
    shell: onlyFile('shell'),
    fields: onlyFile('fields'),
    styleOf(files) {
      const seen = new Set<string>()
      return files
        .flatMap((file) => closureOf(pages, `src/${file}`, seen))
        .flatMap(({ css = [] }) => css)
        .filter((sheet, place, all) => all.indexOf(sheet) === place)
        .map((sheet) => readFileSync(join(folders.pages, sheet), 'utf8').trim())
        .join('')
    },
    islandFiles(name) {
      const files = filesByIsland.get(name)
      if (!files) throw new Error(`the build has no island ${name}`)
      return files
    },
  }
}

/** For each island its own file first, then its imports. */
function filesOfIslands(manifest: Manifest): [string, string[]][] {
  return Object.entries(manifest).flatMap(([source, chunk]): [string, string[]][] => {
    const name = /([^/]+)\.island\.tsx?$/.exec(source)?.[1]
    const files = closureOf(manifest, source).map(({ file }) => file)
    return name ? [[name, [chunk.file, ...files.filter((file) => file !== chunk.file)]]] : []
  })
}

/** A chunk after all its imports: styles of shared parts come before those of the page. */
function closureOf(manifest: Manifest, name: string, seen = new Set<string>()): Chunk[] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [...(chunk.imports ?? []).flatMap((imported) => closureOf(manifest, imported, seen)), chunk]
}
