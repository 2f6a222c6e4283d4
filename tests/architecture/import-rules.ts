import { dirname, join, normalize } from 'node:path'

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
]

/** Rooms of the house; rows may import columns. `joiners` are the few files at the top of src that put the parts together. */
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
  server: ['shared', 'calls', 'outbound'],
  // How anything leaves the house: one client, and rooms for whoever waits.
  outbound: ['shared'],
  'payment-connectors': ['shared', 'outbound'],
  // The balance of a line is a way to pay: what is asked of the operator for it is stated beside its connector.
  operator: ['shared', 'feature-common', 'feature-server', 'payment-connectors', 'outbound'],
  // What may be set depends on the operator's profiles and on the routes that may lead out.
  settings: ['shared', 'feature-common', 'feature-server', 'operator'],
  sandbox: [],
  joiners: [
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
} as const satisfies Record<string, readonly string[]>

type Room = keyof typeof MAY_IMPORT

/** Rooms that are a folder of src by the same name; a file beside them joins. */
const FOLDERS = ['shared', 'calls', 'portal', 'server', 'outbound', 'operator', 'payment-connectors', 'settings'] as const satisfies Room[]

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
  return { room: FOLDERS.find((folder) => folder === second) ?? 'joiners', feature: null }
}

type Import = { target: string; isTypeOnly: boolean }

export function importsOf(path: string, source: string): Import[] {
  const found = [...source.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)]
  return found.flatMap(([, type, specifier = '']) => {
    const target = resolve(path, specifier)
    return target ? [{ target, isTypeOnly: Boolean(type) }] : []
  })
}

function resolve(path: string, specifier: string): string | null {
  if (specifier.startsWith('#tests/')) return null
  // The half of islands that fits: the server's or the browser's.
  if (specifier === '#island' || specifier === '#plain-island') return `src/portal/islands/${specifier.slice(1)}.server.tsx`
  if (specifier.startsWith('#content/')) return null
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.') && !specifier.includes('+types')) return normalize(join(dirname(path), specifier))
  return null
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
  const isBrowserSide = from.room === 'feature-portal' || from.room === 'portal'
  if (isBrowserSide && target.endsWith('/contract.ts') && !isTypeOnly) return 'contracts enter the browser as types only'
  if (from.room === 'feature-server' && to.room === 'payment-connectors' && !isTypeOnly) return 'connectors enter features as types only'
  if (from.room === 'settings' && to.room === 'feature-server' && !isTypeOnly) return 'settings know the features by their types only'
  if (from.room === 'operator' && to.room === 'feature-server' && !isTypeOnly)
    return 'the operator implements what features ask for: types only'
  return null
}
