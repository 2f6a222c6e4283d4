import { DEFAULT_OPERATOR, operatorNames } from './read-operator.ts'
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { SPECIAL_CATEGORIES } from '#features/help/rules.ts'
import { unverifiedFacts } from '#shared/money-facts.ts'
import { editorLink } from '#shared/safe-addresses.ts'
import { folder, origin, placeProblem } from './address-setting.ts'
import { networks, split } from './network-setting.ts'
import { testSystems } from './outside-systems.ts'
import { PRIVATE_CANDIDATES } from './providers.ts'
import { choice, number, optional, port, setting, text, type About, type Setting } from './setting.ts'

const SANDBOX_SECRET = 'sandbox-only-secret-never-for-production'
const SHORTEST_SECRET = 32

export function isOwnSecret(given: string): boolean {
  return given !== SANDBOX_SECRET && given.length >= SHORTEST_SECRET
}

/** What the portal must know about itself. The names of the fields are those of `Settings`. */
export const PORTAL = {
  mode: choice('GUICHET_MODE', {
    among: ['sandbox', 'production'],
    unset: 'sandbox',
    inProduction: 'needed',
    example: 'production',
    meaning: '`sandbox` (default) or `production`',
  }),
  port: port('PORT', { unset: '3000', meaning: 'port of the portal' }),
  host: hostName('HOST', { sandbox: 'localhost', production: '0.0.0.0', isSandboxValueFine: true, meaning: 'address it listens on' }),
  /** The metrics port, on loopback only. */
  adminPort: port('ADMIN_PORT', {
    unset: { words: 'PORT + 2', make: (textOf) => String(Number(textOf('PORT')) + 2) },
    meaning: "Prometheus' `/metrics`, on 127.0.0.1 only",
    example: '9464',
  }),
  sandboxPort: port('SANDBOX_PORT', { sandbox: '3001', production: '3001', inProduction: 'refused', meaning: 'port of the sandbox' }),
  /** The public URL of the sandbox: null when none of it may be shown, or it simulates nothing. */
  sandboxUrl: optional(
    origin('SANDBOX_URL', {
      sandbox: { words: 'http://localhost:SANDBOX_PORT', make: (textOf) => `http://localhost:${textOf('SANDBOX_PORT')}` },
      inProduction: 'refused',
      meaning: 'address of the sandbox for customers and the portal; on another machine only with its host in `TEST_SYSTEMS`',
    }),
  ),
  testSystems: testSystems('TEST_SYSTEMS'),
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
  /** The portal's public URL; links and origin checks use it, never the Host header. */
  publicUrl: origin('PUBLIC_URL', {
    sandbox: { words: 'http://localhost:PORT', make: (textOf) => `http://localhost:${textOf('PORT')}` },
    inProduction: 'needed',
    meaning: 'public address of the portal, https; links and origin checks use it',
  }),
  /** Key material for our own signatures: encryption nonces, callback paths. */
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
        mode === 'production' && !isOwnSecret(given)
          ? `must be a secret of its own with at least ${SHORTEST_SECRET} characters in production`
          : null,
      parse: (given) => given,
    },
  ),
  /** LINK-1, RCPT-3: signatures of the previous secret stay valid for as long as this names it. */
  secretBefore: optional(
    setting<string>(
      'GUICHET_SECRET_BEFORE',
      { meaning: 'the `GUICHET_SECRET` before the last change: links, receipts and return addresses signed with it stay valid' },
      {
        kind: 'text',
        example: 'p4X8vT3c'.repeat(5),
        problemOf: (given, { mode }) =>
          mode === 'production' && !isOwnSecret(given)
            ? `must be the secret that was used before, with at least ${SHORTEST_SECRET} characters in production`
            : null,
        parse: (given) => given,
      },
    ),
  ),
  /** LINK-1 */
  linkDays: number('LINK_DAYS', { unset: '7', min: 1, max: 30, meaning: 'validity of a payment link in days' }),
  /** GEN-6: where browsers fetch built assets, for example a content delivery network. */
  assetBase: optional(folder('CDN_URL', { meaning: 'address for built assets; may have a path that contains `assets/`' })),
  /** ROUTE-3: help pages that the operator serves elsewhere, path to https address. */
  outboundRoutes: outboundRoutes('OUTBOUND_ROUTES', {
    unset: '{}',
    meaning: 'JSON map: help pages served elsewhere, path to https address',
  }),
  trustedProxies: networks('TRUSTED_PROXIES', {
    unset: '',
    meaning: "addresses or networks of the proxies in front, comma separated; without it all customers share the proxy's address",
  }),
  privateAddresses: listOf('PRIVATE_ADDRESSES', {
    unset: '',
    among: PRIVATE_CANDIDATES,
    meaning: `settings whose address is in the operator's own network, comma separated: ${PRIVATE_CANDIDATES.join(', ')}`,
  }),
  /** I19: what a provider's document does not say is asked of the provider before money rests on it. */
  confirmedFacts: listOf('CONFIRMED_FACTS', {
    unset: '',
    among: unverifiedFacts(),
    meaning: `facts about money that no document states ([below](#money-facts)), comma separated, each once its provider has confirmed it in writing: ${unverifiedFacts().join(', ')}`,
  }),
  logLevel: choice('LOG_LEVEL', {
    among: ['silent', 'error', 'warn', 'info', 'debug'],
    sandbox: 'warn',
    production: 'info',
    meaning: 'silent, error, warn, info, debug; JSON lines on standard output, without numbers or keys',
  }),
  /** Read by read-operator.ts while modules load. */
  operator: orPath(
    choice('GUICHET_OPERATOR', {
      among: operatorNames(),
      unset: DEFAULT_OPERATOR,
      meaning: 'folder below `operators/`, or an absolute path: everything of the operator',
    }),
  ),
  /** Read by read-operator.ts, too. */
  draftLanguages: choice('GUICHET_DRAFT_LANGUAGES', {
    among: ['no', 'yes'],
    unset: 'no',
    meaning: '`yes` also offers the languages whose texts no speaker has checked; what is about money stays in a checked language',
  }),
  /** OPR-6: a fictional operator takes no real money by accident. */
  demonstration: choice('GUICHET_DEMONSTRATION', {
    among: ['yes', 'no'],
    unset: 'no',
    meaning: '`yes`: production accepts an operator whose `operator.json` says `isDemonstration`; pages and receipts say so too',
  }),
  /** GEN-8: the worker that stores our offline page on the phone; `off` removes it again wherever it is installed. */
  offlinePage: choice('OFFLINE_PAGE', {
    among: ['on', 'off'],
    unset: 'on',
    meaning: '`on` (default) or `off`: browsers store visited pages for offline use; `off` removes them within ten minutes of use',
  }),
  drainSeconds: number('DRAIN_SECONDS', {
    sandbox: '0',
    production: '5',
    min: 0,
    max: 60,
    meaning: 'seconds of service after SIGTERM, while `/readyz` reports not ready and balancers move their traffic',
  }),
  /** API-8: a description of every call, for testers of the portal. */
  apiDescription: choice('OPENAPI', {
    among: ['on', 'off'],
    sandbox: 'on',
    production: 'off',
    meaning: 'whether `/openapi.json` describes every call',
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

/** A database on this machine is normal: its host is not checked. The text is never shown: it contains a password. */
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

/** A test may keep its operator's folder elsewhere; read-operator.ts checks it. */
function orPath<Name extends string>(named: Setting<Name>): Setting<Name> {
  return { ...named, problemOf: (given, situation) => (isAbsolute(given) ? null : named.problemOf(given, situation)) }
}
