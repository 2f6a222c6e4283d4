import { SPECIAL_CATEGORIES } from '#features/help/rules.ts'
import { COUNTRY_PROFILES, type CountryProfileName } from '#shared/country-profiles.ts'
import { readGatewaySettings, type GatewaySettings } from './gateway-settings.ts'
import { readMapSettings, type MapSettings } from './map-settings.ts'
import { readOutsideSettings, type OutsideSettings } from './outside-settings.ts'
import { readWalletSettings, type WalletSettings } from './wallet-settings.ts'

/** Every setting of the portal, read once at start. README.md holds the same list for people. */
export type Settings = {
  mode: 'sandbox' | 'production'
  port: number
  host: string
  /** Metrics are answered here, on loopback only. */
  adminPort: number
  sandboxPort: number
  dataFolder: string
  databaseUrl: string | null
  /** Where visitors reach the portal; links and origin checks use it, never the Host header. */
  publicUrl: URL
  /** Where visitors reach the sandbox: null when nothing of it may be shown. */
  sandboxUrl: URL | null
  /** GEN-6: prefix of built assets, for example a content delivery network. */
  cdnUrl: URL | null
  /** ROUTE-3: help pages that the operator serves elsewhere, path to https address. */
  outboundRoutes: Readonly<Record<string, string>>
  trustedProxies: string[]
  /** Key material for what we sign ourselves: sealing nonces, callback paths. */
  secret: string
  logLevel: string
  country: CountryProfileName
  maps: MapSettings
  outside: OutsideSettings
  gateways: GatewaySettings
  wallets: WalletSettings
}

/** One wrong setting, in one sentence a person can act on. */
export class SettingProblem extends Error {}

const SANDBOX_SECRET = 'sandbox-only-secret-never-for-production'
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug']

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const mode = oneOf(env, 'GUICHET_MODE', ['sandbox', 'production'], 'sandbox')
  const port = portNumber(env, 'PORT', 3000)
  const sandboxPort = portNumber(env, 'SANDBOX_PORT', 3001)
  const maps = readMapSettings(env, mode)
  if ('problem' in maps) throw new SettingProblem(maps.problem)
  const sandboxUrl = mode === 'production' ? null : url(env, 'SANDBOX_URL', `http://localhost:${sandboxPort}`)
  const outside = readOutsideSettings(env, sandboxUrl)
  if ('problem' in outside) throw new SettingProblem(outside.problem)
  const gateways = readGatewaySettings(env, sandboxUrl)
  if ('problem' in gateways) throw new SettingProblem(gateways.problem)
  const wallets = readWalletSettings(env, sandboxUrl)
  if ('problem' in wallets) throw new SettingProblem(wallets.problem)
  const settings: Settings = {
    mode,
    port,
    host: env.HOST ?? (mode === 'production' ? '0.0.0.0' : 'localhost'),
    adminPort: portNumber(env, 'ADMIN_PORT', port + 2),
    sandboxPort,
    dataFolder: env.GUICHET_DATA ?? './data',
    databaseUrl: env.DATABASE_URL || null,
    publicUrl: url(env, 'PUBLIC_URL', `http://localhost:${port}`),
    sandboxUrl,
    cdnUrl: env.CDN_URL ? url(env, 'CDN_URL', '') : null,
    outboundRoutes: outboundRoutes(env, 'OUTBOUND_ROUTES'),
    trustedProxies: list(env, 'TRUSTED_PROXIES'),
    secret: env.GUICHET_SECRET ?? SANDBOX_SECRET,
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, mode === 'production' ? 'info' : 'warn'),
    country: oneOf(env, 'COUNTRY_PROFILE', Object.keys(COUNTRY_PROFILES), 'NE') as CountryProfileName,
    maps,
    outside,
    gateways,
    wallets,
  }
  if (mode === 'production') refuseUnsafe(settings, env)
  return settings
}

/** Production starts only with settings that belong there: a forgotten one must not fall back to a sandbox value. */
function refuseUnsafe(settings: Settings, env: Readonly<Record<string, string | undefined>>): void {
  for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'GUICHET_SECRET']) {
    if (!env[name]) throw new SettingProblem(`${name} must be set in production`)
  }
  if (settings.publicUrl.protocol !== 'https:') throw new SettingProblem('PUBLIC_URL must begin with https:// in production')
  if (settings.secret === SANDBOX_SECRET || settings.secret.length < 32)
    throw new SettingProblem('GUICHET_SECRET must be a secret of its own with at least 32 characters in production')
  if (env.SANDBOX_URL || env.SANDBOX_PORT) throw new SettingProblem('SANDBOX_URL and SANDBOX_PORT have no place in production: remove them')
  for (const [name, value] of Object.entries(env)) {
    if (/^(OPERATOR|SMS)_/.test(name) && value && isLoopback(value))
      throw new SettingProblem(`${name} points to this machine, which production refuses`)
  }
  if (settings.country !== 'NE') throw new SettingProblem('COUNTRY_PROFILE must be NE in production: the others are for tests')
}

function isLoopback(text: string): boolean {
  return URL.canParse(text) && /^(localhost|127\.|\[::1\])/.test(new URL(text).hostname)
}

function oneOf<Value extends string>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  allowed: readonly Value[],
  byDefault: Value,
): Value {
  const text = env[name] || byDefault
  const found = allowed.find((value) => value === text)
  if (!found) throw new SettingProblem(`${name} must be one of ${allowed.join(', ')}, not '${text}'`)
  return found
}

function portNumber(env: Readonly<Record<string, string | undefined>>, name: string, byDefault: number): number {
  const text = env[name] || String(byDefault)
  const value = Number(text)
  if (!/^[0-9]{1,5}$/.test(text) || value < 1 || value > 65_535)
    throw new SettingProblem(`${name} must be a port number from 1 to 65535, not '${text}'`)
  return value
}

function url(env: Readonly<Record<string, string | undefined>>, name: string, byDefault: string): URL {
  const text = env[name] || byDefault
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new SettingProblem(`${name} must be an http or https address, not '${text}'`)
  return new URL(text)
}

function list(env: Readonly<Record<string, string | undefined>>, name: string): string[] {
  const items = (env[name] ?? '').split(',').map((item) => item.trim())
  // 'true' or a hop count would let any caller invent its own address.
  for (const item of items)
    if (item && !/[.:]/.test(item)) throw new SettingProblem(`${name} must list addresses or networks, not '${item}'`)
  return items.filter(Boolean)
}

/** A JSON map such as {"/contact-us": "https://www.operator.example/contact"}; only the help centre's own routes may lead out. */
function outboundRoutes(env: Readonly<Record<string, string | undefined>>, name: string): Record<string, string> {
  const example = `{"/contact-us": "https://www.operator.example/contact"}`
  const map = parsedObject(env[name] || '{}')
  if (!map) throw new SettingProblem(`${name} must be a JSON map such as ${example}`)
  const mayLeave = Object.values(SPECIAL_CATEGORIES)
  return Object.fromEntries(
    Object.entries(map).map(([path, target]) => {
      if (!mayLeave.includes(path)) throw new SettingProblem(`${name} may point ${mayLeave.join(', ')} elsewhere, not '${path}'`)
      if (typeof target !== 'string' || !URL.canParse(target) || new URL(target).protocol !== 'https:')
        throw new SettingProblem(`${name} must point ${path} to an https address`)
      return [path, new URL(target).href]
    }),
  )
}

function parsedObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
