import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The shortest names for all classes of the portal, the same in every build: page, styles and script contain them, and hashes
 * compress badly. Classes of one sheet are consecutive, which compresses best.
 */
export function shortClassNames(): (name: string, file: string) => string {
  const sheets = globSync('src/**/*.module.css').toSorted()
  const names = new Map(sheets.flatMap((sheet) => classesIn(readFileSync(sheet, 'utf8')).map((name) => `${sheet} ${name}`)).map(withPlace))
  return (name, file) => {
    const sheet = relative(process.cwd(), file.replace(/\?.*$/, ''))
    const place = names.get(`${sheet} ${name}`)
    if (place === undefined) throw new Error(`${sheet} has no class ${name}`)
    return nameAt(place)
  }
}

function withPlace(key: string, place: number): [string, number] {
  return [key, place]
}

/** Movements are named like classes. */
function classesIn(css: string): string[] {
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\{[^{}]*\}/g, '{}')
  return [...new Set([...selectors.matchAll(/(?:\.|@keyframes )([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))]
}

/** Two letters for the first 2,704. The mark of an advertisement, which some browsers hide, is not among them. */
function nameAt(place: number): string {
  const name = `${LETTERS[Math.floor(place / LETTERS.length)]}${LETTERS[place % LETTERS.length]}`
  return name.toLowerCase() === 'ad' ? `${name}_` : name
}
