import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { systemClock, type Clock } from '#server/clock.ts'
import { buildPortal, type Outside, type PortalOperator, type PortalParts } from '../../src/join/portal-app.ts'
import { readSettings } from '#settings/settings.ts'
import { fakeOperator } from './fake-operator.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'

const HOST = 'localhost:3000'
const ORIGIN = `http://${HOST}`
/** Where scripted gateways have their pages. */
const PAY_PAGES = 'https://pay.example'

export type TestPortal = PortalParts & { database: TestDatabase; call(request: InjectOptions): Promise<LightMyRequestResponse> }

export type PortalOptions = {
  env?: Record<string, string>
  clock?: Clock
  database?: TestDatabase
  operator?: PortalOperator
  connectors?: Outside['connectors']
  sms?: Outside['sms']
  pressure?: Outside['pressure']
  health?: Outside['health']
  timekeeper?: Outside['timekeeper']
  writes?: Outside['writes']
  logOutput?: Outside['logOutput']
  /** Whatever else is to be served, for example pages. */
  register?: (parts: PortalParts) => Promise<void>
}

/** The portal's calls on a database of their own, made as our pages make them. */
export async function testPortal(options: PortalOptions = {}): Promise<TestPortal> {
  const database = options.database ?? (await testDatabase())
  // In production half a provider is refused.
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

/** The cookies of an answer, as a browser would send them back. */
export function cookiesOf(answer: LightMyRequestResponse): string {
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
