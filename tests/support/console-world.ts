import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { createAuditChain } from '../../src/console/audit-chain.ts'
import * as consoleBundle from '../../src/console/console-bundle.tsx'
import type { ConsoleDeps } from '../../src/console/console-deps.ts'
import type { ConsolePage } from '../../src/console/console-page.ts'
import { CONSOLE_PAGES } from '../../src/console/page-table.ts'
import { buildConsole } from '../../src/console/server/console-app.ts'
import { createIdentityProvider, type IdentityProvider } from '../../src/console/server/identity-provider.ts'
import { insertSession } from '../../src/console/server/session.store.ts'
import { idOf } from '../../src/console/server/sessions.ts'
import type { Clock } from '#server/clock.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import type { Staff, StaffRole } from '#shared/staff-role.ts'
import { announcementsIn, switchesIn } from './console-features.ts'
import { testDatabase } from './test-database.ts'

export const CONSOLE_URL = new URL('http://localhost:4999')
export const CALLBACK = new URL('/sign-in/return', CONSOLE_URL)
export const CONSOLE_SECRET = 'a secret of the tests, long enough for a key'
const HOUR_MS = 3_600_000

export type ConsoleWorld = {
  app: FastifyInstance
  db: Database
  /** Moves the console's clock. */
  pass(milliseconds: number): void
  /** A request as the console's own pages send it. */
  ask(request: InjectOptions): Promise<LightMyRequestResponse>
  /** The cookie of an open session; without a refresh token its roles cannot be confirmed. */
  sessionOf(staff: Partial<Staff> & { roles: readonly StaffRole[] }, refreshToken?: string | null): Promise<string>
  /** A form of one of the console's pages, with its own token and key, or with others. */
  post(path: string, options: PostOptions): Promise<LightMyRequestResponse>
  audit(): Promise<{ actor_id: string; act: string; outcome: string; detail: unknown; target_id: string | null }[]>
}

type PostOptions = { cookie: string; fields?: Record<string, string>; headers?: Record<string, string> }
type Options = { provider?: IdentityProvider; issuer?: string; pages?: readonly ConsolePage[]; deps?: Partial<ConsoleDeps>; url?: URL }

/** A provider where no one signs in, and that confirms the roles of those who have a session. */
function confirmingProvider(people: ReadonlyMap<string, Staff>): IdentityProvider {
  return {
    begin: () => Promise.reject(new Error('no provider')),
    finish: () => Promise.reject(new Error('no provider')),
    async askAgain({ staffId, refreshToken }) {
      const staff = people.get(staffId)
      return staff ? { staff, idToken: '', refreshToken } : null
    },
    signOutAddress: async () => null,
  }
}

/** What pages of the features use: a test that shows them gives it. */
const notGiven = () => {
  throw new Error('this test gives no features to the console')
}
/** Role words of the tests: those of the roles, with `g-` before. */
export const ROLE_WORDS = { viewer: ['g-viewer'], care: ['g-care'], finance: ['g-finance'], editor: ['g-editor'], approver: ['g-approver'] }

export const CLIENT = { clientId: 'guichet-console', clientSecret: 'a-client-secret-of-the-tests-with-some-length' }

/** Features are read when a page asks for them: one that was not given fails then. */
function depsOf(db: Database, clock: Clock, given: Partial<ConsoleDeps>): ConsoleDeps {
  return {
    db,
    clock,
    auditChain: createAuditChain({ db, clock }),
    cipher: createFieldCipher({ secret: CONSOLE_SECRET, secretBefore: null }),
    get payments() {
      return given.payments ?? notGiven()
    },
    get staff() {
      return given.staff ?? notGiven()
    },
    announcements: announcementsIn({ db, clock }),
    switches: switchesIn({ db, clock }),
    get claims() {
      return given.claims ?? notGiven()
    },
    get texts() {
      return given.texts ?? notGiven()
    },
    health: () => ({ connectors: [], systems: [] }),
  }
}

/** The console over a database of its own, without a port. */
export async function consoleWorld(options: Options = {}): Promise<ConsoleWorld> {
  const db = openDatabase((await testDatabase()).pool)
  const url = options.url ?? CONSOLE_URL
  let passed = 0
  const clock = { now: () => new Date(Date.now() + passed) }
  const people = new Map<string, Staff>()
  const issued = options.issuer === undefined ? confirmingProvider(people) : providerAt(options.issuer)
  const app = await buildConsole({
    url,
    mode: 'sandbox',
    hours: 10,
    secret: CONSOLE_SECRET,
    secretBefore: null,
    trustedProxies: [],
    log: fastify({ logger: false }).log,
    provider: options.provider ?? issued,
    deps: depsOf(db, clock, options.deps ?? {}),
    pages: options.pages ?? CONSOLE_PAGES,
    loadBundle: async () => consoleBundle,
    loadAssets: async () => ({ styles: '', script: '' }),
    icon: { type: 'image/svg+xml', body: '<svg/>' },
  })
  await app.ready()
  afterAll(() => app.close())
  const own = { host: url.host, origin: url.origin }
  const ask = (request: InjectOptions) => app.inject({ ...request, headers: { ...own, ...request.headers } })

  return {
    app,
    db,
    pass: (milliseconds) => (passed += milliseconds),
    ask,
    async sessionOf(staff, refreshToken = 'r') {
      const token = randomBytes(32).toString('base64url')
      const tokens = JSON.stringify({ idToken: '', refreshToken })
      const sealed = createFieldCipher({ secret: CONSOLE_SECRET, secretBefore: null }).encrypt('console-session', tokens)
      const now = clock.now()
      const whole = { id: `id-${staff.roles.join('-')}`, name: `Name ${staff.roles.join(' ')}`, ...staff }
      people.set(whole.id, whole)
      await insertSession(db, { id: idOf(token), staff: whole, sealed, now, endsAt: new Date(now.getTime() + 10 * HOUR_MS) })
      return `${url.protocol === 'https:' ? '__Host-console' : 'console'}=${token}`
    },
    async post(path, { cookie, fields = {}, headers = {} }) {
      const page = await ask({ method: 'GET', url: '/audit', headers: { cookie } })
      const token = /name="form-token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
      const payload = new URLSearchParams({ 'form-token': token, 'idempotency-key': crypto.randomUUID(), ...fields }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return ask({ method: 'POST', url: path, payload, headers: { cookie, ...type, ...headers } })
    },
    audit: () =>
      db.selectFrom('audit_entry').select(['actor_id', 'act', 'outcome', 'detail', 'target_id']).orderBy('sequence', 'desc').execute(),
  }
}

function providerAt(issuer: string): IdentityProvider {
  const settings = { issuer, ...CLIENT, scope: 'openid profile groups offline_access', roleClaim: 'groups', roles: ROLE_WORDS }
  return createIdentityProvider({ settings, callback: CALLBACK })
}
