import { dirname, join, normalize } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { markdownTable } from '../../scripts/markdown-table.ts'

/** Features that other features may use. Every other feature stands alone. */
export const SHARED_FEATURES = [
  'line',
  'bundles',
  'one-time-code',
  'payment',
  'site-content',
  'visit',
  'sealing',
  'analytics',
  'places',
  'purchase',
  'product-config',
  'bills',
  'balance-query',
  'help',
  'dynamic-form',
  'ussd',
  'on-this-phone',
]

/** Features that every page and call goes through: the server's frame knows them, and no other. */
const FRAME_FEATURES = ['visit', 'sealing']

/** Rooms of the house; rows may import columns. */
const MAY_IMPORT = {
  shared: [],
  // Names and addresses of all calls; the contracts give their types.
  calls: ['shared', 'feature-common'],
  // The payment engine speaks in the words of the connector interface.
  'feature-common': ['shared', 'calls', 'payment-connectors'],
  'feature-server': ['shared', 'calls', 'feature-common', 'server', 'payment-connectors', 'outbound'],
  'feature-portal': ['shared', 'calls', 'feature-common', 'portal'],
  portal: ['shared', 'calls', 'feature-common', 'feature-portal'],
  // Requests that wait outside take no place of pages.
  server: ['shared', 'calls', 'feature-common', 'feature-server', 'outbound'],
  // How anything leaves the house: one client, and rooms for whoever waits.
  outbound: ['shared'],
  'payment-connectors': ['shared', 'outbound'],
  // The balance of a line is a way to pay: what is asked of the operator for it is stated beside its connector.
  operator: ['shared', 'feature-common', 'feature-server', 'payment-connectors', 'outbound'],
  // What may be set depends on the operator's profiles and on the routes that may lead out.
  settings: ['shared', 'feature-common', 'feature-server', 'operator'],
  sandbox: [],
  // Puts the parts together and tells each what it needs to know.
  join: [
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
    'outbound',
  ],
  // Programs of their own, for the operator's hands.
  commands: ['shared', 'feature-common', 'feature-server', 'server', 'settings', 'join'],
  // The one file at the top of src.
  start: ['shared', 'feature-server', 'server', 'settings', 'join'],
} as const satisfies Record<string, readonly string[]>

type Room = keyof typeof MAY_IMPORT

/** Rooms that are known by their types only: features and settings are told what was joined, and the operator implements what features ask for. */
const TYPES_ONLY: Partial<Record<Room, readonly Room[]>> = {
  'feature-server': ['payment-connectors'],
  settings: ['feature-server'],
  operator: ['feature-server'],
}

const typesOnly = (room: Room) => TYPES_ONLY[room] ?? []

/** The rule as the architecture page shows it. */
export function directionTable(): string {
  const nameOf = (from: Room, to: string) => {
    if (from === 'server' && to.startsWith('feature-')) return `${to} (${FRAME_FEATURES.join(', ')})`
    return typesOnly(from).some((room) => room === to) ? `${to} (types only)` : to
  }
  const rooms = Object.entries(MAY_IMPORT) as [Room, readonly string[]][]
  const rows = rooms.map(([from, to]) => [from, to.map((room) => nameOf(from, room)).join(', ') || 'nothing'])
  return markdownTable(['room', 'may import'], rows)
}

/** Rooms that are a folder of src by the same name; beside them stands the start. */
const FOLDERS = [
  'shared',
  'calls',
  'portal',
  'server',
  'outbound',
  'operator',
  'payment-connectors',
  'settings',
  'join',
  'commands',
] as const satisfies Room[]

type Place = { room: Room; feature: string | null }

/** Paths are relative to the project: src/features/line/contract.ts, sandbox/world.ts. */
export function placeOf(path: string): Place | null {
  const [top, second = '', third = ''] = path.split('/')
  if (top === 'sandbox') return { room: 'sandbox', feature: null }
  if (top !== 'src') return null
  if (second === 'features') {
    const inside = path.split('/')[3] ?? ''
    const room = inside === 'server' ? 'feature-server' : inside === 'portal' ? 'feature-portal' : 'feature-common'
    return { room, feature: third }
  }
  return { room: FOLDERS.find((folder) => folder === second) ?? 'start', feature: null }
}

export type Import = { target: string; isTypeOnly: boolean }

/** Everything that a file imports: over several lines, handed on, later (`import()`), and in types. */
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

/** `import { type A }` still loads the file: only a statement of types alone leaves nothing behind. */
function isTypes(source: string, start: number): boolean {
  return /^(?:import|export)\s+type\b/.test(source.slice(start, start + 20))
}

function resolve(path: string, specifier: string): string | null {
  if (specifier.startsWith('#tests/')) return specifier.slice(1)
  // The half of islands that fits: the server's or the browser's.
  if (specifier === '#island' || specifier === '#plain-island') return `src/portal/islands/${specifier.slice(1)}.server.tsx`
  if (specifier.startsWith('#content/')) return null
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.') && !specifier.includes('+types')) return normalize(join(dirname(path), specifier))
  return null
}

/** Files that import each other, by whatever way, circle by circle: whoever reads one must read all. */
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

/** What is wrong with the imports of one file, as sentences. */
export function problemsIn(path: string, source: string): string[] {
  const from = placeOf(path)
  if (!from) return []
  return importsOf(path, source).flatMap(({ target, isTypeOnly }) => {
    const to = placeOf(target)
    const problem = to ? problemBetween(from, to, target, isTypeOnly) : null
    return problem ? [`${path} imports ${target}: ${problem}`] : []
  })
}

function problemBetween(from: Place, to: Place, target: string, isTypeOnly: boolean): string | null {
  const isOwnFeature = from.feature !== null && from.feature === to.feature
  const allowed: readonly string[] = MAY_IMPORT[from.room]
  if (from.room !== to.room && !allowed.includes(to.room)) return `${from.room} may not import ${to.room}`
  if (from.feature && to.feature && !isOwnFeature && !SHARED_FEATURES.includes(to.feature)) return `${to.feature} is not a shared feature`
  if (from.room === 'portal' && to.feature && !SHARED_FEATURES.includes(to.feature)) return `${to.feature} is not a shared feature`
  if (from.room === 'server' && to.feature && !FRAME_FEATURES.includes(to.feature)) return `${to.feature} is no part of the frame`
  const isBrowserSide = from.room === 'feature-portal' || from.room === 'portal'
  if (isBrowserSide && target.endsWith('/contract.ts') && !isTypeOnly) return 'contracts enter the browser as types only'
  if (!isTypeOnly && typesOnly(from.room).includes(to.room)) return `${from.room} knows ${to.room} by its types only`
  return null
}
