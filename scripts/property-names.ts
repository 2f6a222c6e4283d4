import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Small ones only: not every reader of style tells `--l` from `--L`. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const PROPERTY = /--[a-z][\w-]*/g

/**
 * The shortest names for all custom properties, the most used first: a page carries its style, and `var(--space-4)` stands in it a hundred
 * times. What script asks for by its name (`--map-…`, map-colours.ts) keeps it.
 */
export function shortPropertyNames() {
  const names = shortNames()
  const short = (text: string) => text.replaceAll(PROPERTY, (name) => names.get(name) ?? name)
  return {
    /** Sheets, when what they import has come into them. */
    ofSheets: {
      postcssPlugin: 'short-property-names',
      Declaration(declaration: { prop: string; value: string }) {
        const [prop, value] = [short(declaration.prop), short(declaration.value)]
        // What is set is looked at again.
        if (prop !== declaration.prop) declaration.prop = prop
        if (value !== declaration.value) declaration.value = value
      },
    },
    /** Drawings, whose colours stand in them. */
    ofDrawings: {
      name: 'short-property-names',
      enforce: 'pre',
      transform: (code, id) => (/\/src\/.*\.tsx$/.test(id) && code.includes('var(--') ? { code: short(code), map: null } : null),
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
