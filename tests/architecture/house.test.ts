import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const code = globSync(['src/**/*.{ts,tsx,css}', 'sandbox/**/*.{ts,css}', 'tests/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts'])
const ROLES = new Set(['page', 'routes', 'calls', 'store', 'connector', 'messages', 'journey', 'test', 'module', 'config', 'd', 'island'])
const BANNED_NAMES = new Set(['index', 'utils', 'helpers', 'common', 'types', 'misc'])

test('no file is longer than 300 lines', () => {
  const long = code.filter((path) => readFileSync(path, 'utf8').split('\n').length > 301)
  expect(long).toEqual([])
})

test('the top of src holds the start alone, and the frame has rooms instead of heaps (decision 0048)', () => {
  expect(globSync('src/*.*')).toEqual(['src/start.ts'])
  expect(globSync('src/portal/{*.*,ui/*.*}')).toEqual([])
  expect(globSync('src/server/*.*').length).toBeLessThanOrEqual(8)
})

test('file names are kebab-case, with a known role at most, and say what the file holds', () => {
  const wrong = code.filter((path) => {
    const [name = '', ...rest] = basename(path).split('.')
    const roles = rest.slice(0, -1)
    const isFramework = /^src\/(entry\.(server|client)|portal\/islands\/(plain-)?island\.(server|browser))\.tsx?$/.test(path)
    return !isFramework && (!/^[a-z0-9-]+$/.test(name) || roles.some((role) => !ROLES.has(role)) || BANNED_NAMES.has(name))
  })
  expect(wrong).toEqual([])
})

test('the money core asks for its time, chance and connections: it takes none by itself', () => {
  const core = globSync('src/features/payment/{*,engine/*}.ts').filter((path) => !path.includes('.test.'))
  const impure = core.filter((path) => /Date\.now|new Date\(\)|Math\.random|setTimeout|\bfetch\(/.test(readFileSync(path, 'utf8')))
  expect(impure).toEqual([])
})

test('nothing is written to the console', () => {
  const loud = globSync('src/**/*.{ts,tsx}').filter((path) => /\bconsole\.\w+\(/.test(readFileSync(path, 'utf8')))
  expect(loud).toEqual([])
})

/** Where a library, the platform or JSON leaves no choice. It may only become lower: what a contract or a guard can tell, they tell. */
const MOST_CASTS = 94

test('types are told, not claimed: casts do not become more', () => {
  const casts = globSync('src/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .flatMap((path) => castsIn(path, readFileSync(path, 'utf8')))
  expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(MOST_CASTS)
})

test('a cast is seen wherever it stands, and `as const` is none', () => {
  expect(castsIn('a.ts', 'const a = (b as unknown as string).length; const c = [1] as const; const d = { e: f as G<H> }')).toHaveLength(3)
})

function castsIn(path: string, text: string): string[] {
  const found: string[] = []
  const { program } = parseSync(path, text)
  new Visitor({
    TSAsExpression(node) {
      const type = text.slice(node.typeAnnotation.start, node.typeAnnotation.end)
      if (type !== 'const') found.push(`${path}: as ${type}`)
    },
  }).visit(program)
  return found
}
