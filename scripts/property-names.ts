import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Lower case only: not every CSS parser distinguishes `--l` from `--L`. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const PROPERTY = /--[a-z][\w-]*/g

/**
 * The shortest names for all custom properties, the most used first: a page contains its styles, with `var(--space-4)` a hundred
 * times. Properties read by script (`--map-…`, map-colours.ts) keep their names.
 */
export function shortPropertyNames() {
  const names = shortNames()
  const short = (text: string) => text.replaceAll(PROPERTY, (name) => names.get(name) ?? name)
  return {
    /** For what is not built: the operator's colours. */
    table: Object.fromEntries(names),
    /** Style sheets, after their imports are resolved. */
    ofSheets: {
      postcssPlugin: 'short-property-names',
      Declaration(declaration: { prop: string; value: string }) {
        const [prop, value] = [short(declaration.prop), short(declaration.value)]
        // Changed assets are processed again.
        if (prop !== declaration.prop) declaration.prop = prop
        if (value !== declaration.value) declaration.value = value
      },
    },
    /** Drawings, which contain colours. */
    ofDrawings: {
      name: 'short-property-names',
      enforce: 'pre',
      transform: (code, id) => (/\/src\/.*\.tsx?$/.test(id) && code.includes('var(--') ? { code: short(code), map: null } : null),
    } satisfies Plugin,
  }
}

function shortNames(): Map<string, string> {
  const uses = new Map<string, number>()
  for (const sheet of globSync('src/**/*.css').toSorted())
    for (const [name] of readFileSync(sheet, 'utf8').matchAll(PROPERTY))
      if (!name.startsWith('--map-')) uses.set(name, (uses.get(name) ?? 0) + 1)
  const names = [...uses].toSorted(([, less], [, more]) => more - less).map(([name]) => name)
  return new Map(names.map((name, place) => [name, `--${nameAt(place)}`]))
}

function nameAt(place: number): string {
  const last = LETTERS[place % LETTERS.length] ?? ''
  return place < LETTERS.length ? last : `${nameAt(Math.floor(place / LETTERS.length) - 1)}${last}`
}
