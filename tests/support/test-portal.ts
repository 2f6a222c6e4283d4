import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { systemClock, type Clock } from '#server/clock.ts'
import { buildPortal, type PortalModule } from '../../src/composition/portal-app.ts'
import type { Upstreams, PortalOperator } from '../../src/composition/portal-core.ts'
import { seedPortal } from '../../src/composition/seed-portal.ts'
import { openDatabase } from '#server/database/database.ts'
import { readSettings } from '#settings/settings.ts'
import { fakeOperator } from './fake-operator.ts'
import { seededDatabase, type TestDatabase } from './test-database.ts'

const HOST = 'localhost:3000'
const ORIGIN = `http://${HOST}`
/** Origin of the scripted gateways' pages. */
const PAY_PAGES = 'https://pay.example'

export type TestPortal = PortalModule & { database: TestDatabase; call(request: InjectOptions): Promise<LightMyRequestResponse> }

export type PortalOptions = {
  env?: Record<string, string>
  clock?: Clock
  database?: TestDatabase
  operator?: PortalOperator
  connectors?: Upstreams['connectors']
  sms?: Upstreams['sms']
  pressure?: Upstreams['pressure']
  health?: Upstreams['health']
  timekeeper?: Upstreams['timekeeper']
  writes?: Upstreams['writes']
  logOutput?: Upstreams['logOutput']
  /** Further routes, for example pages. */
  register?: (parts: PortalModule) => Promise<void>
}

const seeded = new WeakSet<TestDatabase['pool']>()

/** The portal's calls on a separate database, sent as our pages send them. */
export async function testPortal(options: PortalOptions = {}): Promise<TestPortal> {
  const seed = (pool: TestDatabase['pool']) => seedPortal(openDatabase(pool))
  const database = options.database ?? (await seededDatabase(seed))
  if (!seeded.has(database.pool) && options.database) await seed(database.pool)
  seeded.add(database.pool)
  // Production refuses a partly set provider.
  const payPages = options.env?.GUICHET_MODE === 'production' ? {} : { UBA_URL: PAY_PAGES }
  const settings = readSettings({ LOG_LEVEL: 'silent', ...payPages, ...options.env })
  const parts = await buildPortal(settings, database.pool, {
    operator: options.operator ?? fakeOperator(),
    sms: options.sms ?? { send: () => Promise.resolve({ kind: 'accepted' }) },
    connectors: options.connectors ?? new Map(),
    clock: options.clock ?? systemClock,
    ...(options.pressure && { pressure: options.pressure }),
    ...(options.health && { health: options.health }),
    ...(options.timekeeper && { timekeeper: options.timekeeper }),
    ...(options.writes && { writes: options.writes }),
    ...(options.logOutput && { logOutput: options.logOutput }),
  })
  await options.register?.(parts)
  await parts.app.ready()
  afterAll(() => parts.app.close())
  return {
    ...parts,
    database,
    call: (request) => parts.app.inject({ ...request, headers: { host: HOST, origin: ORIGIN, ...request.headers } }),
  }
}

/** The cookies of a response, as a browser would send them back. */
export function cookiesOf(answer: LightMyRequestResponse): string {
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
