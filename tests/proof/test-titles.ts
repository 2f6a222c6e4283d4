import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type Proof = {
  kind: 'test' | 'journey' | 'simulation check' | 'planted bug' | 'drill' | 'walk in Firefox' | 'chain'
  file: string
  title: string
}

type Node = { type: string; [field: string]: unknown }

const TEST_FILES = [
  '{src,sandbox,scripts,drills}/**/*.{ts,tsx}',
  'tests/{architecture,journeys,operators,pages,protocols,release,support}/**/*.ts',
]
const SIMULATION_CHECKS = 'tests/simulation/{invariants,witness,subject-witness}.ts'
const PLANTED_BUGS = 'tests/simulation/*mutants.ts'
const DRILLS = 'drills/*.ts'
const WALKS = 'drills/walks/*-walks.ts'
const CHAINS = 'drills/walks/*-chains.ts'

/** Whatever has a name by which it can be found and run: comments and data of a table are not among it. */
export function allProofs(): Proof[] {
  return [
    ...read(TEST_FILES, (file, source) =>
      titlesIn(file, source).map((title) => ({ kind: file.includes('.journey.') ? 'journey' : 'test', file, title })),
    ),
    ...read([SIMULATION_CHECKS], (file, source) => complaintsIn(file, source).map((title) => ({ kind: 'simulation check', file, title }))),
    ...read([PLANTED_BUGS], (file, source) =>
      objectsIn(file, source, ['name', 'find']).map(({ name = '' }) => ({ kind: 'planted bug', file, title: name })),
    ),
    ...read([DRILLS], (file, source) =>
      objectsIn(file, source, ['drill', 'what']).map(({ drill, what }) => ({ kind: 'drill', file, title: `${drill}: ${what}` })),
    ),
    ...read([WALKS], (file, source) =>
      objectsIn(file, source, ['walk', 'way']).map(({ walk, way }) => ({ kind: 'walk in Firefox', file, title: `${walk} (${way})` })),
    ),
    ...read([CHAINS], (file, source) =>
      objectsIn(file, source, ['chain', 'through']).map(({ chain, through }) => ({
        kind: 'chain',
        file,
        title: `${chain} (through ${through})`,
      })),
    ),
  ]
}

function read(patterns: string[], find: (file: string, source: string) => Proof[]): Proof[] {
  return globSync(patterns)
    .toSorted()
    .flatMap((file) => find(file, readFileSync(file, 'utf8')))
}

/** Titles of `test(…)`, `test.for(…)(…)` and their kind; a test that is put aside is none. */
export function titlesIn(file: string, source: string): string[] {
  if (!/\btest\b/.test(source)) return []
  return nodesIn(file, source).flatMap((node) => {
    if (node.type !== 'CallExpression' || !isRunningTest(node.callee)) return []
    const [title, ...rest] = node.arguments as Node[]
    const isTest = rest.some(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'Identifier')
    const text = title && isTest ? textOf(title) : null
    return text === null ? [] : [text]
  })
}

const RUNNING = new Set(['for', 'each', 'skipIf', 'runIf', 'concurrent', 'sequential'])

function isRunningTest(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return callee.name === 'test'
  if (callee.type === 'CallExpression') return isRunningTest(callee.callee)
  return (
    callee.type === 'MemberExpression' &&
    isNode(callee.property) &&
    RUNNING.has(String(callee.property.name)) &&
    isRunningTest(callee.object)
  )
}

/** What the simulation says when an invariant does not hold. */
function complaintsIn(file: string, source: string): string[] {
  return nodesIn(file, source)
    .map(textOf)
    .filter((text): text is string => text !== null && /^I\d+ /.test(text))
}

function objectsIn(file: string, source: string, fields: readonly [string, string]): Partial<Record<string, string>>[] {
  return nodesIn(file, source).flatMap((node) => {
    if (node.type !== 'ObjectExpression') return []
    const texts = Object.fromEntries(
      (node.properties as Node[]).flatMap(({ key, value }) => {
        const text = isNode(key) && isNode(value) ? textOf(value) : null
        return text === null ? [] : [[String((key as Node).name), text]]
      }),
    )
    return fields.every((field) => texts[field]) ? [texts] : []
  })
}

/** A text as far as it is known before it runs. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

function nodesIn(file: string, source: string): Node[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const found: Node[] = []
  collect(program, found)
  return found
}

function collect(value: unknown, found: Node[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found)
  if (!isNode(value)) return
  found.push(value)
  for (const field of Object.values(value)) collect(field, found)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
