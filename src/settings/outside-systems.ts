import { GATEWAYS } from './gateways.ts'
import { placeOf } from './network-places.ts'
import { split } from './network-setting.ts'
import { OPERATOR_SYSTEMS } from './operator-systems.ts'
import type { Provider } from './provider.ts'
import type { Problems } from './reading.ts'
import { setting, type Mode, type Setting, type SettingGroup } from './setting.ts'
import { WALLETS } from './wallets.ts'

/** Systems that charge, deliver or send SMS: all must be of one kind, or a simulated payment buys real credit. */
const MONEY_SYSTEMS: Readonly<Record<string, Provider<SettingGroup>>> = { ...OPERATOR_SYSTEMS, ...GATEWAYS, ...WALLETS }

const LIVE_KEY = /_live_/i

/** Hosts of production, except of providers whose keys themselves show whether they are live. */
const PRODUCTION_HOSTS = new Set(
  Object.values(MONEY_SYSTEMS)
    .filter(({ settings }) => !Object.values(settings).some(({ example }) => LIVE_KEY.test(example)))
    .flatMap(({ settings }) => Object.values(settings))
    .flatMap(({ unset }) => (typeof unset.production === 'string' ? (URL.parse(unset.production)?.hostname ?? []) : [])),
)

/** OPS-2: the upstream hosts that are test systems, declared by the operator: an address does not show it. */
export function testSystems(name: string): Setting<readonly string[]> {
  return setting(
    name,
    {
      unset: '',
      inProduction: 'refused',
      meaning:
        'host names of test systems of the operator or providers, comma-separated; a provider without any setting is off; requires `DATABASE_URL` and a separate `GUICHET_SECRET`',
    },
    {
      kind: 'list',
      example: 'test-core.example.ne',
      problemOf(given) {
        const wrong = split(given).find((host) => host.includes('*') || URL.parse(`https://${host}`)?.hostname !== host.toLowerCase())
        if (wrong !== undefined) return `must list host names, not '${wrong}'`
        const live = split(given).find((host) => PRODUCTION_HOSTS.has(plainHost(host)))
        return live === undefined ? null : `names ${live}, which is a production system`
      },
      parse: (given) => split(given).map(plainHost),
    },
  )
}

/** A dot at the end of a name does not make another host. */
function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

type World = { mode: Mode; sandboxUrl: URL | null; /** Null when it is wrong. */ testSystems: readonly string[] | null }
type Read = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>

/** Whether the sandbox simulates any of these. */
export function isSandboxUsed({ sandboxUrl }: Pick<World, 'sandboxUrl'>, read: Read): boolean {
  const systems = Object.keys(MONEY_SYSTEMS).map((name) => read[name]?.['url'])
  return systems.some((url) => typeof url === 'string' && sandboxUrl !== null && URL.parse(url)?.origin === sandboxUrl.origin)
}

/**
 * OPS-2: a sandbox calls simulated systems and declared test systems only. Checks of each address and key ensure that production calls none
 * of these.
 */
export function refuseRealSystems({ mode, sandboxUrl, testSystems: declared }: World, read: Read, problems: Problems): void {
  if (mode === 'production' || !declared) return
  const isAllowed = ({ hostname }: URL) =>
    placeOf(hostname) === 'this-machine' || placeOf(hostname) === 'nowhere' || declared.includes(plainHost(hostname))
  const isSandboxElsewhere = sandboxUrl !== null && !isAllowed(sandboxUrl)
  if (isSandboxElsewhere && !problems.has('SANDBOX_URL'))
    problems.set('SANDBOX_URL', `SANDBOX_URL leads to ${sandboxUrl.hostname}: name the host in TEST_SYSTEMS if a sandbox runs there`)
  for (const [name, { settings }] of Object.entries(MONEY_SYSTEMS)) {
    for (const [field, { name: label, kind }] of Object.entries(settings)) {
      const given = read[name]?.[field]
      const text = typeof given === 'string' ? given : ''
      const url = kind === 'address' ? URL.parse(text) : null
      const isReal = url ? !isAllowed(url) : LIVE_KEY.test(text)
      if (!isReal || problems.has(label) || (isSandboxElsewhere && url?.origin === sandboxUrl.origin)) continue
      const what = url ? `leads to ${url.hostname}` : 'is a live key'
      const cure = url ? ', or name the host in TEST_SYSTEMS if it is a test system' : ' or use a test key'
      problems.set(label, `${label} ${what}, and GUICHET_MODE is sandbox: set GUICHET_MODE=production${cure}`)
    }
  }
}
