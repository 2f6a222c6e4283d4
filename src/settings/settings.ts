import { OPERATOR } from '#operator-record'
import { CONNECTORS, connectorIds, isConnectorId, unwantedNames } from '#shared/connector-table.ts'
import { unverifiedFacts } from '#shared/money-facts.ts'
import type { BrandRecord } from '#shared/operator-record.ts'
import { API_IDENTITIES } from './caller-settings.ts'
import { CONSOLE } from './console-settings.ts'
import { GATEWAYS } from './gateways.ts'
import { LIMITS } from './limit-settings.ts'
import { MAP_SERVICES, mapSettings, type MapSettings } from './map-services.ts'
import { OPERATOR_SYSTEMS } from './operator-systems.ts'
import { isSandboxUsed, refuseRealSystems } from './outside-systems.ts'
import { isOwnSecret, PORTAL } from './portal-settings.ts'
import type { Provider } from './provider.ts'
import { ALL_PROVIDERS, PROVIDERS } from './providers.ts'
import { createSettingReader, type Environment, type Problems, type Reader } from './reading.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import type { SettingGroup, ValuesOf } from './setting.ts'
import { meantSetting } from './similar-names.ts'
import { USSD_ENDPOINTS, PHONE_MENU } from './ussd-settings.ts'
import { WALLETS } from './wallets.ts'

type Connected<Providers extends Record<string, Provider<SettingGroup>>> = {
  [Name in keyof Providers]: ValuesOf<Providers[Name]['settings']> | null
}
export type GatewaySettings = Connected<typeof GATEWAYS>
export type WalletSettings = Connected<typeof WALLETS>
export type ConsoleSettings = ValuesOf<typeof CONSOLE.console.settings>
type UssdEndpoints = Connected<typeof USSD_ENDPOINTS>
/** The USSD menu, and its enabled endpoints: at least one. */
export type UssdSettings = ValuesOf<typeof PHONE_MENU> & { http: UssdEndpoints['ussd']; smpp: UssdEndpoints['ussdSmpp'] }

/** The operator's own systems and our credentials there. */
export type OutsideSettings = {
  operator: ValuesOf<typeof OPERATOR_SYSTEMS.operator.settings>
  sms: ValuesOf<typeof OPERATOR_SYSTEMS.sms.settings>
}

/** Every setting of the portal, read once at start. A provider that is off is null. */
export type Settings = ValuesOf<typeof PORTAL> & {
  outside: OutsideSettings
  gateways: GatewaySettings
  wallets: WalletSettings
  maps: MapSettings
  /** Null where no endpoint is enabled. */
  ussd: UssdSettings | null
  /** CON-1: null without an identity provider. */
  console: ConsoleSettings | null
  limits: ValuesOf<typeof LIMITS>
  callers: ValuesOf<typeof API_IDENTITIES>
  /** Titles of the connected and of the unconnected upstreams. */
  providers: { on: string[]; off: string[] }
  /** Set, but without effect any more: reported at start. */
  retired: string[]
}

/** Every group of settings that belongs to no upstream, by the title of its table. A new group is one line here and one in `Settings`. */
export const SETTING_GROUPS = {
  Portal: PORTAL,
  Limits: LIMITS,
  'How pages name themselves': API_IDENTITIES,
  'USSD menu': PHONE_MENU,
} as const satisfies Record<string, SettingGroup>

export const ALL_SETTINGS = [...Object.values(SETTING_GROUPS), ...ALL_PROVIDERS.map(({ settings }) => settings)].flatMap(
  (group: SettingGroup) => Object.values(group),
)

/** Settings of the last release that this one ignores. */
const RETIRED_SETTINGS = ['COUNTRY_PROFILE', 'DICTIONARY_SECONDS']

/** OPS-3: throws a SettingProblem that lists every wrong setting. */
export function readSettings(env: Environment, brand: BrandRecord = OPERATOR.brand): Settings {
  const problems: Problems = new Map()
  const settings = readAll(env, problems)
  refuseDemonstration(settings, brand, problems)
  refuseUnknownConnectors(problems)
  refuseUnverifiedFacts(settings, problems)
  if (problems.size > 0) throw new SettingProblem(...problems.values())
  return settings
}

function readAll(env: Environment, problems: Problems): Settings {
  const given = { env, known: PORTAL, problems }
  const { mode: written } = createSettingReader({ ...given, mode: 'sandbox', privateAddresses: [] }).group({ mode: PORTAL.mode })
  // A misspelt mode means production: the sandbox has to be requested explicitly.
  const mode = problems.size > 0 ? 'production' : written
  if (mode === 'production') refuseSimilarNames(env, problems)
  const portal = createSettingReader({ ...given, mode, privateAddresses: [] }).group(PORTAL)
  refuseSharedPorts(portal, problems)
  const hasTestSystems = mode === 'sandbox' && Boolean(portal.testSystems?.length)
  const reader = createSettingReader({ ...given, mode, hasTestSystems, privateAddresses: portal.privateAddresses ?? [] })
  const callers = reader.group(API_IDENTITIES)
  refuseSharedKeys(callers, problems)
  const outside = connected(reader, OPERATOR_SYSTEMS)
  const gateways = connected(reader, GATEWAYS)
  const wallets = connected(reader, WALLETS)
  const services = connected(reader, MAP_SERVICES)
  const endpoints = connected(reader, USSD_ENDPOINTS)
  const menu = reader.group(PHONE_MENU)
  const { console } = connected(reader, CONSOLE)
  refuseConsolePort(portal, console, problems)
  const limits = reader.group(LIMITS)
  const moneySystems = { ...outside, ...gateways, ...wallets }
  refuseRealSystems({ ...portal, mode }, moneySystems, problems)
  refuseSharedTestSystem(portal, problems)
  const read: Record<string, unknown> = { ...outside, ...gateways, ...wallets, ...services, ...endpoints, console }
  const titles = Object.entries(PROVIDERS).map(([name, { title }]) => ({ title, isOn: read[name] !== null }))
  return {
    ...portal,
    sandboxUrl: hasTestSystems && !isSandboxUsed(portal, moneySystems) ? null : portal.sandboxUrl,
    outside: outside as OutsideSettings,
    gateways,
    wallets,
    maps: mapSettings(problems.size > 0 ? { geocoder: null, tiles: null } : services),
    ussd: endpoints.ussd || endpoints.ussdSmpp ? { ...menu, http: endpoints.ussd, smpp: endpoints.ussdSmpp } : null,
    console,
    limits,
    callers,
    providers: {
      on: titles.filter(({ isOn }) => isOn).map(({ title }) => title),
      off: titles.filter(({ isOn }) => !isOn).map(({ title }) => title),
    },
    retired: RETIRED_SETTINGS.filter((name) => Object.hasOwn(env, name)),
  }
}

function connected<Providers extends Record<string, Provider<SettingGroup>>>(reader: Reader, providers: Providers): Connected<Providers> {
  return Object.fromEntries(Object.entries(providers).map(([name, provider]) => [name, reader.provider(provider)])) as Connected<Providers>
}

/** A misspelt name would silently leave a setting unset. Where the right one is set too, the other belongs to another program. */
function refuseSimilarNames(env: Environment, problems: Problems): void {
  const known = ALL_SETTINGS.map(({ name }) => name)
  const unset = known.filter((name) => !env[name])
  for (const name of Object.keys(env)) {
    const meant = known.includes(name) || !env[name] ? null : meantSetting(name, unset)
    if (meant) problems.set(name, `${name} is no setting: is ${meant} meant?`)
  }
}

/** Of two contradicting settings one is named, unless one of them is wrong already. */
function contradict(problems: Problems, names: readonly [string, ...string[]], words: string): void {
  if (!names.some((name) => problems.has(name))) problems.set(names[0], `${names[0]} ${words}`)
}

function refuseSharedPorts({ port, adminPort, sandboxPort, mode }: ValuesOf<typeof PORTAL>, problems: Problems): void {
  if (adminPort === port) contradict(problems, ['ADMIN_PORT', 'PORT'], `must be another port than PORT, not ${port}`)
  if (mode === 'sandbox' && (sandboxPort === port || sandboxPort === adminPort))
    contradict(problems, ['SANDBOX_PORT', 'PORT', 'ADMIN_PORT'], `must be another port than PORT and ADMIN_PORT, not ${sandboxPort}`)
}

/** CON-1: a console on the portal's own port or host would be on the public port, and would share its cookies. */
function refuseConsolePort(portal: ValuesOf<typeof PORTAL>, console: ConsoleSettings | null, problems: Problems): void {
  if (!console) return
  const { port, adminPort, sandboxPort, mode, publicUrl } = portal
  const taken = [port, adminPort, ...(mode === 'sandbox' ? [sandboxPort] : [])]
  if (taken.includes(console.port))
    contradict(problems, ['CONSOLE_PORT', 'PORT', 'ADMIN_PORT'], `must be a port of its own, not ${console.port}`)
  if (mode === 'production' && !problems.has('PUBLIC_URL') && console.url?.hostname === publicUrl?.hostname)
    contradict(problems, ['CONSOLE_URL'], `must have a host of its own, not that of PUBLIC_URL: cookies belong to a host`)
}

/** OPR-6 */
function refuseDemonstration({ mode, demonstration }: Settings, { name, isDemonstration }: BrandRecord, problems: Problems): void {
  if (mode === 'production' && isDemonstration && demonstration !== 'yes')
    contradict(problems, ['GUICHET_DEMONSTRATION', 'GUICHET_OPERATOR'], `must be yes: ${name} is a fictional operator`)
}

function refuseUnknownConnectors(problems: Problems): void {
  const unknown = OPERATOR.payments.filter((id) => !isConnectorId(id))
  if (unknown.length > 0) contradict(problems, ['GUICHET_OPERATOR'], `has a payments.json that names no connector: ${unknown.join(', ')}`)
  const named = unwantedNames().filter((id) => !unknown.includes(id))
  if (named.length > 0)
    contradict(problems, ['GUICHET_OPERATOR'], `has a payments.json that renames ${named.join(', ')}: only some wallets may be`)
}

/** I19: a connector whose money facts are guesses takes no real money until each of them is confirmed. */
function refuseUnverifiedFacts({ mode, confirmedFacts, gateways, wallets }: Settings, problems: Problems): void {
  if (mode !== 'production') return
  const read: Readonly<Record<string, object | null>> = { ...gateways, ...wallets }
  const connected = connectorIds().filter((id) => CONNECTORS[id].settings !== null && read[CONNECTORS[id].settings] !== null)
  const open = unverifiedFacts(connected).filter((fact) => !confirmedFacts?.includes(fact))
  if (open.length > 0)
    contradict(
      problems,
      ['CONFIRMED_FACTS'],
      `must name ${open.join(', ')}: no document states it, so the provider has to confirm it first`,
    )
}

/** KEYS-1 */
function refuseSharedKeys(callers: ValuesOf<typeof API_IDENTITIES>, problems: Problems): void {
  const { testKey, productionKey, testServiceId, productionServiceId } = callers
  if (testKey === productionKey) contradict(problems, ['PRODUCTION_API_KEY', 'TEST_API_KEY'], 'must be another key than TEST_API_KEY')
  if (testServiceId === productionServiceId)
    contradict(problems, ['PRODUCTION_SERVICE_ID', 'TEST_SERVICE_ID'], 'must be another id than TEST_SERVICE_ID')
}

/** OPS-2: a portal that receives webhooks has a private secret, and rows that are not deleted with ./data. */
function refuseSharedTestSystem({ mode, testSystems, databaseUrl, secret }: ValuesOf<typeof PORTAL>, problems: Problems): void {
  if (mode !== 'sandbox' || !testSystems?.length) return
  if (!databaseUrl) contradict(problems, ['DATABASE_URL'], 'must be set, to a database of its own: TEST_SYSTEMS names systems outside')
  if (!isOwnSecret(secret ?? ''))
    contradict(problems, ['GUICHET_SECRET'], 'must be a secret of its own with at least 32 characters: TEST_SYSTEMS names systems outside')
}
