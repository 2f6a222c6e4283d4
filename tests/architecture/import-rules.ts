import { dirname, join, normalize } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { markdownTable } from '../../scripts/markdown-table.ts'

/** Features that other features may import, lowest first. Others must not be imported: a feature declares what it needs as its own type. */
export const SHARED_FEATURES = [
  'site-content',
  'visit',
  'line',
  'bundles',
  'places',
  'one-time-code',
  'purchase',
  'device-storage',
  'payment',
  'audit',
  // What staff did: features that staff change write it.
  'staff-acts',
]

/** Features used by every page and call: only these may be imported by the server's or the pages' frame. */
const FRAME_FEATURES: Partial<Record<Module, readonly string[]>> = {
  server: ['visit', 'field-encryption'],
  portal: ['site-content', 'visit', 'field-encryption', 'analytics', 'device-storage'],
}

/** Modules; rows may import columns. */
const MAY_IMPORT = {
  shared: [],
  // How a call is declared and sent, and the list of all contracts.
  calls: ['shared', 'feature-common'],
  // The payment engine uses the types of the connector interface.
  'feature-common': ['shared', 'calls', 'payment-connectors'],
  'feature-server': ['shared', 'calls', 'feature-common', 'server', 'payment-connectors', 'outbound'],
  'feature-portal': ['shared', 'calls', 'feature-common', 'portal'],
  portal: ['shared', 'calls', 'feature-common', 'feature-portal'],
  // Requests that wait for an upstream do not use up the concurrency of pages.
  server: ['shared', 'calls', 'feature-common', 'feature-server', 'outbound'],
  // Outbound calls: one client, with a bulkhead for each upstream.
  outbound: ['shared'],
  'payment-connectors': ['shared', 'outbound'],
  // Airtime is a payment method: its operator interface is declared beside its connector.
  operator: ['shared', 'feature-common', 'feature-server', 'payment-connectors', 'outbound'],
  // Settings depend on the operator's profiles and on the outbound routes.
  settings: ['shared', 'feature-common', 'feature-server', 'operator'],
  // The operator's staff read and act through the same features as customers.
  console: ['shared', 'feature-common', 'feature-server', 'server', 'outbound'],
  sandbox: [],
  // Composes the parts and passes each its dependencies.
  composition: [
    'shared',
    'calls',
    'feature-common',
    'feature-server',
    'feature-portal',
    'portal',
    'server',
    'payment-connectors',
    'operator',
    'settings',
    'console',
    'outbound',
  ],
  // Command-line programs for the operator.
  commands: ['shared', 'calls', 'feature-common', 'feature-server', 'server', 'settings', 'composition'],
  // The one file at the top of src.
  start: ['shared', 'feature-server', 'server', 'settings', 'composition'],
} as const satisfies Record<string, readonly string[]>

type Module = keyof typeof MAY_IMPORT

/** Type-only imports: features and settings get the composed parts, and the operator implements the interfaces of features. */
const TYPES_ONLY: Partial<Record<Module, readonly Module[]>> = {
  'feature-server': ['payment-connectors'],
  settings: ['feature-server'],
  operator: ['feature-server'],
}

const typesOnly = (module: Module) => TYPES_ONLY[module] ?? []

/** The rule as the architecture page shows it. */
export function directionTable(): string {
  const nameOf = (from: Module, to: string) => {
    const frame = FRAME_FEATURES[from]
    if (frame && to.startsWith('feature-')) return `${to} (${frame.join(', ')})`
    return typesOnly(from).some((module) => module === to) ? `${to} (types only)` : to
  }
  const modules = Object.entries(MAY_IMPORT) as [Module, readonly string[]][]
  const rows = modules.map(([from, to]) => [from, to.map((module) => nameOf(from, module)).join(', ') || 'nothing'])
  return markdownTable(['module', 'may import'], rows)
}

/** Modules that are a folder of src by the same name; start.ts is beside them. */
const FOLDERS = [
  'shared',
  'calls',
  'portal',
  'server',
  'outbound',
  'operator',
  'payment-connectors',
  'settings',
  'console',
  'composition',
  'commands',
] as const satisfies Module[]

type ModulePlace = { module: Module; feature: string | null }

/** Paths are relative to the project: src/features/line/contract.ts, sandbox/world.ts. */
export function placeOf(path: string): ModulePlace | null {
  const [top, second = '', third = ''] = path.split('/')
  if (top === 'sandbox') return { module: 'sandbox', feature: null }
  if (top !== 'src') return null
  if (second === 'features') {
    const inside = path.split('/')[3] ?? ''
    const module = inside === 'server' ? 'feature-server' : inside === 'portal' ? 'feature-portal' : 'feature-common'
    return { module, feature: third }
  }
  return { module: FOLDERS.find((folder) => folder === second) ?? 'start', feature: null }
}

export type Import = { target: string; isTypeOnly: boolean }

/** All imports of a file: over several lines, re-exports, dynamic (`import()`), and in types. */
export function importsOf(path: string, source: string): Import[] {
  const { module, program } = parseSync(path, source)
  const found: [specifier: string, isTypeOnly: boolean][] = [
    ...module.staticImports.map(({ moduleRequest, start }): [string, boolean] => [moduleRequest.value, isTypes(source, start)]),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }): [string, boolean][] => (moduleRequest ? [[moduleRequest.value, isTypes(source, start)]] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }): [string, boolean] => [source.slice(start + 1, end - 1), false]),
  ]
  new Visitor({ TSImportType: ({ source: { value } }) => void found.push([value, true]) }).visit(program)
  return found.flatMap(([specifier, isTypeOnly]) => {
    const target = resolve(path, specifier)
    return target ? [{ target, isTypeOnly }] : []
  })
}

/** `import { type A }` still loads the file: only `import type` is erased. */
function isTypes(source: string, start: number): boolean {
  return /^(?:import|export)\s+type\b/.test(source.slice(start, start + 20))
}

function resolve(path: string, specifier: string): string | null {
  if (specifier.startsWith('#tests/')) return specifier.slice(1)
  // Resolves to the server's or the browser's half of an island.
  if (specifier === '#island' || specifier === '#plain-island') return `src/portal/islands/${specifier.slice(1)}.server.tsx`
  // The operator's record is data: read from its folder, or from the page.
  if (specifier.startsWith('#content/') || specifier === '#operator-record') return null
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.') && !specifier.includes('+types')) return normalize(join(dirname(path), specifier))
  return null
}

/** What each feature imports of others. */
export function importsByFeature(importsByFile: ReadonlyMap<string, readonly Import[]>): Map<string, Import[]> {
  const found = new Map<string, Import[]>()
  for (const [path, imports] of importsByFile) {
    const from = placeOf(path)?.feature
    if (!from) continue
    const others = imports.flatMap(({ target, isTypeOnly }) => {
      const to = placeOf(target)?.feature
      return to && to !== from ? [{ target: to, isTypeOnly }] : []
    })
    found.set(from, [...(found.get(from) ?? []), ...others])
  }
  return found
}

/** Import cycles among files or features, direct or indirect: files in a cycle can only be understood together. */
export function circlesAmong(importsByFile: ReadonlyMap<string, readonly Import[]>): string[][] {
  const targetsOf = (file: string) => (importsByFile.get(file) ?? []).map(({ target }) => target).filter((to) => importsByFile.has(to))
  const reachable = (from: string) => {
    const seen = new Set<string>()
    const open = targetsOf(from)
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      open.push(...targetsOf(file))
    }
    return seen
  }
  const reach = new Map([...importsByFile.keys()].map((file) => [file, reachable(file)]))
  const inCircle = [...reach].filter(([file, seen]) => seen.has(file)).map(([file]) => file)
  const circles = inCircle.map((file) => inCircle.filter((other) => reach.get(file)?.has(other) && reach.get(other)?.has(file)))
  return circles.filter((circle, place) => circles.findIndex(([first]) => first === circle[0]) === place)
}

/** Violations in the imports of one file, as sentences. */
export function problemsIn(path: string, source: string): string[] {
  const from = placeOf(path)
  if (!from) return []
  return importsOf(path, source).flatMap(({ target, isTypeOnly }) => {
    const to = placeOf(target)
    const problem = to ? problemBetween(from, to, isTypeOnly) : null
    return problem ? [`${path} imports ${target}: ${problem}`] : []
  })
}

function problemBetween(from: ModulePlace, to: ModulePlace, isTypeOnly: boolean): string | null {
  const isOwnFeature = from.feature !== null && from.feature === to.feature
  const allowed: readonly string[] = MAY_IMPORT[from.module]
  if (from.module !== to.module && !allowed.includes(to.module)) return `${from.module} may not import ${to.module}`
  if (from.feature && to.feature && !isOwnFeature && !SHARED_FEATURES.includes(to.feature)) return `${to.feature} is not a shared feature`
  const frame = FRAME_FEATURES[from.module]
  if (frame && to.feature && !frame.includes(to.feature)) return `${to.feature} is no part of the frame`
  if (!isTypeOnly && typesOnly(from.module).includes(to.module)) return `${from.module} knows ${to.module} by its types only`
  return null
}
