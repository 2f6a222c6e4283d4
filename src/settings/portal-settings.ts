import { isIP } from 'node:net'
import { SPECIAL_CATEGORIES } from '#features/help/rules.ts'
import { editorLink } from '#shared/safe-addresses.ts'
import { COUNTRY_PROFILES, type CountryProfileName } from '#shared/country-profiles.ts'
import { folder, origin, placeProblem } from './address-setting.ts'
import { networks, split } from './network-setting.ts'
import { PRIVATE_CANDIDATES } from './providers.ts'
import { choice, number, optional, port, setting, text, type About, type Setting } from './setting.ts'

const SANDBOX_SECRET = 'sandbox-only-secret-never-for-production'
const SHORTEST_SECRET = 32

/** What the portal must know about itself. The names of the fields are those of `Settings`. */
export const PORTAL = {
  mode: choice('GUICHET_MODE', {
    among: ['sandbox', 'production'],
    unset: 'sandbox',
    inProduction: 'needed',
    example: 'production',
    meaning: '`sandbox` (default) or `production`',
  }),
  port: port('PORT', { unset: '3000', meaning: 'where the portal listens' }),
  host: hostName('HOST', { sandbox: 'localhost', production: '0.0.0.0', isSandboxValueFine: true, meaning: 'on which address' }),
  /** Metrics are answered here, on loopback only. */
  adminPort: port('ADMIN_PORT', {
    unset: { words: 'PORT + 2', make: (textOf) => String(Number(textOf('PORT')) + 2) },
    meaning: "Prometheus' `/metrics`, on 127.0.0.1 only",
    example: '9464',
  }),
  sandboxPort: port('SANDBOX_PORT', { sandbox: '3001', production: '3001', inProduction: 'refused', meaning: 'where the sandbox listens' }),
  /** Where visitors reach the sandbox: null when nothing of it may be shown. */
  sandboxUrl: optional(
    origin('SANDBOX_URL', {
      sandbox: { words: 'http://localhost:SANDBOX_PORT', make: (textOf) => `http://localhost:${textOf('SANDBOX_PORT')}` },
      inProduction: 'refused',
      meaning: 'where visitors reach the sandbox',
    }),
  ),
  dataFolder: text('GUICHET_DATA', {
    unset: './data',
    isSandboxValueFine: true,
    meaning: "without `DATABASE_URL`: the private PostgreSQL and the sandbox's state",
  }),
  databaseUrl: optional(
    database('DATABASE_URL', {
      sandbox: { words: 'a private PostgreSQL under GUICHET_DATA', make: () => '' },
      inProduction: 'needed',
      meaning: '`postgresql://user:password@host:5432/guichet`: PostgreSQL 15 or newer, on this machine or another; replicas share it',
    }),
  ),
  /** Where visitors reach the portal; links and origin checks use it, never the Host header. */
  publicUrl: origin('PUBLIC_URL', {
    sandbox: { words: 'http://localhost:PORT', make: (textOf) => `http://localhost:${textOf('PORT')}` },
    inProduction: 'needed',
    meaning: 'where visitors reach the portal, https; links and origin checks use it',
  }),
  /** Key material for what we sign ourselves: sealing nonces, callback paths. */
  secret: setting<string>(
    'GUICHET_SECRET',
    {
      sandbox: { words: 'a sandbox value', make: () => SANDBOX_SECRET },
      inProduction: 'needed',
      meaning: `at least ${SHORTEST_SECRET} characters, the same on all replicas`,
    },
    {
      kind: 'text',
      example: 'k9w2Zr7P'.repeat(5),
      problemOf: (given, { mode }) =>
        mode === 'production' && (given === SANDBOX_SECRET || given.length < SHORTEST_SECRET)
          ? `must be a secret of its own with at least ${SHORTEST_SECRET} characters in production`
          : null,
      parse: (given) => given,
    },
  ),
  /** LINK-1, RCPT-3: what was signed with the secret before stays good for as long as this names it. */
  secretBefore: optional(
    setting<string>(
      'GUICHET_SECRET_BEFORE',
      { meaning: 'the `GUICHET_SECRET` before the last change: links and receipts signed with it stay good' },
      {
        kind: 'text',
        example: 'p4X8vT3c'.repeat(5),
        problemOf: (given, { mode }) =>
          mode === 'production' && (given === SANDBOX_SECRET || given.length < SHORTEST_SECRET)
            ? `must be the secret that was used before, with at least ${SHORTEST_SECRET} characters in production`
            : null,
        parse: (given) => given,
      },
    ),
  ),
  /** LINK-1 */
  linkDays: number('LINK_DAYS', { unset: '7', min: 1, max: 30, meaning: 'how many days a link that asks others to pay is good for' }),
  /** GEN-6: where built assets are fetched, for example a content delivery network. */
  assetBase: optional(folder('CDN_URL', { meaning: 'where browsers fetch built assets; may have a path, below which `assets/` lies' })),
  /** ROUTE-3: help pages that the operator serves elsewhere, path to https address. */
  outboundRoutes: outboundRoutes('OUTBOUND_ROUTES', {
    unset: '{}',
    meaning: 'JSON map: help pages served elsewhere, path to https address',
  }),
  trustedProxies: networks('TRUSTED_PROXIES', {
    unset: '',
    meaning: "addresses or networks of the proxies in front, comma separated; without it all visitors share the proxy's address",
  }),
  privateAddresses: listOf('PRIVATE_ADDRESSES', {
    unset: '',
    among: PRIVATE_CANDIDATES,
    meaning: `settings whose address lies in the operator's own network, comma separated: ${PRIVATE_CANDIDATES.join(', ')}`,
  }),
  logLevel: choice('LOG_LEVEL', {
    among: ['silent', 'error', 'warn', 'info', 'debug'],
    sandbox: 'warn',
    production: 'info',
    meaning: 'silent, error, warn, info, debug; JSON lines on standard output, without numbers or keys',
  }),
  country: choice('COUNTRY_PROFILE', {
    among: Object.keys(COUNTRY_PROFILES) as CountryProfileName[],
    amongInProduction: ['NE'],
    unset: 'NE',
    meaning: '`NE`; `NE-all-flags` for tests',
  }),
  /** GEN-8: the worker that keeps our offline page on the phone; `off` takes it away again wherever it is. */
  offlinePage: choice('OFFLINE_PAGE', {
    among: ['on', 'off'],
    unset: 'on',
    meaning:
      '`on` (default) or `off`: phones keep what was read for when there is no network; `off` takes all of it away again within ten minutes of use',
  }),
  drainSeconds: number('DRAIN_SECONDS', {
    sandbox: '0',
    production: '5',
    min: 0,
    max: 60,
    meaning: 'how long the portal still serves after a stop was asked, while `/readyz` says no and whoever is in front goes elsewhere',
  }),
  /** Decision 0047. */
  dictionarySeconds: number('DICTIONARY_SECONDS', {
    unset: '0',
    min: 0,
    max: 86_400,
    meaning: 'how long a page that was read shortens the next ones (RFC 9842, decision 0047), for example 600; 0 is off',
  }),
  /** API-8: a description of every call, for whoever tests the portal. */
  apiDescription: choice('OPENAPI', {
    among: ['on', 'off'],
    sandbox: 'on',
    production: 'off',
    meaning: 'whether `/openapi.json` describes every call to whoever asks',
  }),
}

function hostName(name: string, about: About): Setting<string> {
  return setting(name, about, {
    kind: 'text',
    example: '0.0.0.0',
    problemOf: (given) =>
      isIP(given) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(given) ? null : `must be an address of this machine, not '${given}'`,
    parse: (given) => given,
  })
}

/** A database on this machine is an ordinary thing: its address is not judged by where it leads. The text is never shown: it holds a password. */
function database(name: string, about: About): Setting<string> {
  return setting(name, about, {
    kind: 'database',
    example: 'postgresql://guichet:own@127.0.0.1:5432/guichet',
    problemOf: (given) =>
      /^postgres(ql)?:$/.test(URL.parse(given)?.protocol ?? '') ? null : 'must look like postgresql://user:password@host:5432/guichet',
    parse: (given) => given,
  })
}

function listOf(name: string, about: About & { among: readonly string[] }): Setting<readonly string[]> {
  return setting(name, about, {
    kind: 'list',
    example: about.among[0] ?? '',
    problemOf(given) {
      const unknown = split(given).find((item) => !about.among.includes(item))
      return unknown === undefined ? null : `may name ${about.among.join(', ')}, not '${unknown}'`
    },
    parse: split,
  })
}

/** Only the help centre's own routes may lead out. */
function outboundRoutes(name: string, about: About): Setting<Record<string, string>> {
  const mayLeave = Object.values(SPECIAL_CATEGORIES)
  return setting(name, about, {
    kind: 'routes',
    example: '{"/contact-us": "https://www.example.ne/contact"}',
    problemOf(given, situation) {
      const map = parsedObject(given)
      if (!map) return 'must be a JSON map such as {"/contact-us": "https://www.example.ne/contact"}'
      const problems = Object.entries(map).map(([path, target]) => {
        if (!mayLeave.includes(path)) return `may point ${mayLeave.join(', ')} elsewhere, not '${path}'`
        const link = typeof target === 'string' ? editorLink(target) : null
        const url = link === null ? null : URL.parse(link)
        if (url?.protocol !== 'https:') return `must point ${path} to an https address`
        const problem = situation.mode === 'production' ? placeProblem(url, { ...situation, mayBePrivate: false }) : null
        return problem && `${problem} (${path})`
      })
      return problems.find((problem) => problem !== null) ?? null
    },
    parse: (given) =>
      Object.fromEntries(Object.entries(parsedObject(given) ?? {}).map(([path, target]) => [path, new URL(String(target)).href])),
  })
}

function parsedObject(given: string): object | null {
  try {
    const value: unknown = JSON.parse(given)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
