import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const code = globSync(['src/**/*.{ts,tsx,css}', 'sandbox/**/*.{ts,css}', 'tests/**/*.ts', '{scripts,drills,bench}/**/*.ts'])
const ROLES = new Set(['page', 'routes', 'calls', 'store', 'connector', 'messages', 'journey', 'test', 'module', 'config', 'd', 'island'])
const BANNED_NAMES = new Set(['index', 'utils', 'helpers', 'common', 'types', 'misc'])

test('no file is longer than 300 lines', () => {
  const long = code.filter((path) => readFileSync(path, 'utf8').split('\n').length > 301)
  expect(long).toEqual([])
})

test('the top of src holds only start.ts, and the folders of the frame have few files (decision 0048)', () => {
  expect(globSync('src/*.*')).toEqual(['src/start.ts'])
  expect(globSync('src/portal/{*.*,ui/*.*}')).toEqual([])
  expect(globSync('src/server/*.*').length).toBeLessThanOrEqual(8)
})

test('each feature with calls has one compose function, and the portal is a list of them', () => {
  const withCalls = new Set(globSync('src/features/*/server/**/*.calls.ts').map((path) => path.split('/')[2] ?? ''))
  const composed = [...withCalls].map((feature) => `#features/${feature}/server/compose-${feature}.ts`)
  const list = readFileSync('src/composition/portal-app.ts', 'utf8')
  const imported = [...list.matchAll(/from '(#features\/[^']+)'/g)].map(([, path = '']) => path)
  expect(imported.filter((path) => !/\/server\/compose-[a-z-]+\.ts$/.test(path))).toEqual([])
  expect(composed.filter((path) => !imported.includes(path))).toEqual([])
  expect(list.split('\n').length).toBeLessThanOrEqual(100)
})

test('a posted form with fields is a FieldsForm, which keeps and encrypts what was typed', () => {
  // Staff fill in the console's forms on machines of their own: its ActForm has a token and a key instead.
  const forms = globSync('src/**/*.tsx', { exclude: ['src/console/**'] }).map((path) => [path, readFileSync(path, 'utf8')] as const)
  const posted = forms.filter(([path, text]) => path !== 'src/portal/ui/fields/fields-form.tsx' && text.includes('<form method="post"'))
  const withFields = posted.filter(([, text]) =>
    /<textarea|<select|<input(?! type="hidden")|name="(msisdn|email|otp)"|<\w+Field\b/.test(text),
  )
  expect(withFields.filter(([, text]) => !text.includes('<FieldsForm')).map(([path]) => path)).toEqual([])
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

test('the payment engine gets clock, randomness and connections as dependencies', () => {
  const core = globSync('src/features/payment/{*,engine/*}.ts').filter((path) => !path.includes('.test.'))
  const impure = core.filter((path) => /Date\.now|new Date\(\)|Math\.random|setTimeout|\bfetch\(/.test(readFileSync(path, 'utf8')))
  expect(impure).toEqual([])
})

test('nothing is written to the console', () => {
  const loud = globSync('src/**/*.{ts,tsx}').filter((path) => /\bconsole\.\w+\(/.test(readFileSync(path, 'utf8')))
  expect(loud).toEqual([])
})

/** Casts that a library, the platform or JSON require. The number may only decrease: use contracts and type guards. */
const MAX_CASTS = 101

test('the number of type casts does not increase', () => {
  const casts = globSync('src/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .flatMap((path) => castsIn(path, readFileSync(path, 'utf8')))
  expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(MAX_CASTS)
})

test('casts are found everywhere, and `as const` is not counted', () => {
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
