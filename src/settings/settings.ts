import { CALLERS } from './caller-settings.ts'
import { GATEWAYS } from './gateways.ts'
import { LIMITS } from './limit-settings.ts'
import { MAP_SERVICES, mapSettings, type MapSettings } from './map-services.ts'
import { OPERATOR_SYSTEMS } from './operator-systems.ts'
import { PORTAL } from './portal-settings.ts'
import type { Provider } from './provider.ts'
import { ALL_PROVIDERS, PROVIDERS } from './providers.ts'
import { openReader, type Environment, type Reader } from './reading.ts'
import { SettingProblem, type SettingGroup, type ValuesOf } from './setting.ts'
import { meantSetting } from './similar-names.ts'
import { PHONE_DOORS, PHONE_MENU } from './ussd-settings.ts'
import { WALLETS } from './wallets.ts'

type Connected<Providers extends Record<string, Provider<SettingGroup>>> = {
  [Name in keyof Providers]: ValuesOf<Providers[Name]['settings']> | null
}
export type GatewaySettings = Connected<typeof GATEWAYS>
export type WalletSettings = Connected<typeof WALLETS>
type PhoneDoors = Connected<typeof PHONE_DOORS>
/** The menu on phones, and the doors that are open to it: at least one. */
export type UssdSettings = ValuesOf<typeof PHONE_MENU> & { http: PhoneDoors['ussd']; smpp: PhoneDoors['ussdSmpp'] }

/** Where the operator's own systems are and how we are known there. */
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
  /** Null where no door is open. */
  ussd: UssdSettings | null
  limits: ValuesOf<typeof LIMITS>
  callers: ValuesOf<typeof CALLERS>
  /** Titles of those that are connected and of those that are not. */
  providers: { on: string[]; off: string[] }
}

/** Every group of settings that belongs to nobody outside, by the title of its table. A new group is one line here and one in `Settings`. */
export const SETTING_GROUPS = {
  'The portal': PORTAL,
  Limits: LIMITS,
  'How pages name themselves': CALLERS,
  'The menu on phones': PHONE_MENU,
} as const satisfies Record<string, SettingGroup>

export const ALL_SETTINGS = [...Object.values(SETTING_GROUPS), ...ALL_PROVIDERS.map(({ settings }) => settings)].flatMap(
  (group: SettingGroup) => Object.values(group),
)

/** Throws a SettingProblem, one sentence, at the first setting that is wrong. */
export function readSettings(env: Environment): Settings {
  const { mode } = openReader({ env, mode: 'sandbox', privateAddresses: [], known: PORTAL }).group({ mode: PORTAL.mode })
  if (mode === 'production') refuseSimilarNames(env)
  const portal = openReader({ env, mode, privateAddresses: [], known: PORTAL }).group(PORTAL)
  refuseSharedPorts(portal)
  const reader = openReader({ env, mode, privateAddresses: portal.privateAddresses, known: PORTAL })
  const callers = reader.group(CALLERS)
  refuseSharedKeys(callers)
  const outside = connected(reader, OPERATOR_SYSTEMS)
  const gateways = connected(reader, GATEWAYS)
  const wallets = connected(reader, WALLETS)
  const services = connected(reader, MAP_SERVICES)
  const doors = connected(reader, PHONE_DOORS)
  const menu = reader.group(PHONE_MENU)
  const read: Record<string, unknown> = { ...outside, ...gateways, ...wallets, ...services, ...doors }
  const titles = Object.entries(PROVIDERS).map(([name, { title }]) => ({ title, isOn: read[name] !== null }))
  return {
    ...portal,
    outside: outside as OutsideSettings,
    gateways,
    wallets,
    maps: mapSettings(services),
    ussd: doors.ussd || doors.ussdSmpp ? { ...menu, http: doors.ussd, smpp: doors.ussdSmpp } : null,
    limits: reader.group(LIMITS),
    callers,
    providers: {
      on: titles.filter(({ isOn }) => isOn).map(({ title }) => title),
      off: titles.filter(({ isOn }) => !isOn).map(({ title }) => title),
    },
  }
}

function connected<Providers extends Record<string, Provider<SettingGroup>>>(reader: Reader, providers: Providers): Connected<Providers> {
  return Object.fromEntries(Object.entries(providers).map(([name, provider]) => [name, reader.provider(provider)])) as Connected<Providers>
}

/** A misspelt name would leave a setting unset without a word. Where the right one is set too, the other is somebody else's. */
function refuseSimilarNames(env: Environment): void {
  const known = ALL_SETTINGS.map(({ name }) => name)
  const unset = known.filter((name) => !env[name])
  for (const name of Object.keys(env)) {
    const meant = known.includes(name) || !env[name] ? null : meantSetting(name, unset)
    if (meant) throw new SettingProblem(`${name} is no setting: is ${meant} meant?`)
  }
}

function refuseSharedPorts({ port, adminPort, sandboxPort, mode }: ValuesOf<typeof PORTAL>): void {
  if (adminPort === port) throw new SettingProblem(`ADMIN_PORT must be another port than PORT, not ${port}`)
  if (mode === 'sandbox' && (sandboxPort === port || sandboxPort === adminPort))
    throw new SettingProblem(`SANDBOX_PORT must be another port than PORT and ADMIN_PORT, not ${sandboxPort}`)
}

/** KEYS-1 */
function refuseSharedKeys({ testKey, productionKey, testServiceId, productionServiceId }: ValuesOf<typeof CALLERS>): void {
  if (testKey === productionKey) throw new SettingProblem('PRODUCTION_API_KEY must be another key than TEST_API_KEY')
  if (testServiceId === productionServiceId) throw new SettingProblem('PRODUCTION_SERVICE_ID must be another id than TEST_SERVICE_ID')
}
