import { afterAll } from 'vitest'
import { OPERATOR } from '#operator-record'
import { createEncryptedInput } from '#features/field-encryption/server/decrypt-input.ts'
import { createFormResults } from '#server/pages/form-results.ts'
import { htmlPageRoutes } from '#server/pages/page-routes.ts'
import { createSentPages } from '#server/pages/sent-pages.ts'
import { createDatabaseClock } from '#server/database-clock.ts'
import { readSettings } from '#settings/settings.ts'
import { buildSandbox } from '../../sandbox/sandbox-app.ts'
import { connectUpstreams } from '../../src/composition/connect-upstreams.ts'
import { runPages } from '../../src/composition/run-pages.ts'
import type { PortalModule } from '../../src/composition/portal-app.ts'
import { testPortal, type PortalOptions, type TestPortal } from './test-portal.ts'

const ORIGIN = 'http://localhost:3000'
const FILES = { styles: '', failureStyles: '', announcementStyles: '', shell: '/shell.js', fields: '/fields.js', islandFiles: () => [] }

/** Registers the real pages over the real calls, without scripts and styles. */
export function realPages() {
  return async ({
    app,
    db,
    serveFromFastPath,
    addresses,
    visits,
    callsFor,
    pinContent,
    announcementsOn,
    contentVersion,
    sealing,
    failureOf,
  }: PortalModule) => {
    const bundle = await import('../../src/composition/pages.tsx')
    const pages = runPages({
      source: { version: 'test', load: async () => ({ bundle, filesOf: async () => FILES }) },
      publicOrigin: ORIGIN,
      isTrial: false,
      sandboxUrl: null,
      ussdCode: '*222#',
      country: OPERATOR.country,
      callHeaders: {},
      callsFor,
      pinContent,
      announcementsOn,
      formTargets: [],
      frameTargets: [],
      assetBase: null,
      tileOrigin: null,
    })
    const visitCookie = visits.cookieName
    const sent = createSentPages({ mostPages: 10, lifetimeMs: 60_000, addresses, visitCookie, contentVersion, serveFromFastPath })
    const answers = createFormResults({ db, version: 'test' })
    await app.register(htmlPageRoutes({ pages, sent, answers, visits, addresses, sealedInput: createEncryptedInput(sealing), failureOf }))
  }
}

export type ServedPortal = TestPortal & {
  /** The newest one-time code sent to a number. */
  codeFor(msisdn: string): Promise<string>
  injectFault(fault: object): Promise<void>
  /** A payment of a bill in a shop. */
  payInShop(payment: { accountNo: string; billNo?: string; amount?: number }): Promise<void>
  clearFaults(): Promise<void>
}

/** The portal with its pages and the sandbox, in this process. */
export async function servedPortal(options: Pick<PortalOptions, 'clock'> = {}): Promise<ServedPortal> {
  const sandbox = await buildSandbox({ portalUrl: ORIGIN })
  const url = new URL(await sandbox.listen({ host: '127.0.0.1', port: 0 }))
  afterAll(() => sandbox.close())
  const env = { SANDBOX_PORT: url.port }
  const clock = createDatabaseClock({ askDatabase: async () => new Date(), wallMs: Date.now, steadyMs: () => performance.now() })
  const { timekeeper: _unused, ...outside } = connectUpstreams(readSettings({ LOG_LEVEL: 'silent', ...env }), clock)
  const portal = await testPortal({ env, ...outside, ...options, register: realPages() })
  const inboxOf = async (msisdn: string) => (await sandbox.inject(`/control/sms/${msisdn}`)).json<{ text: string }[]>()
  return {
    ...portal,
    codeFor: async (msisdn) => /\b[0-9]{6}\b/.exec((await inboxOf(msisdn))[0]?.text ?? '')?.[0] ?? 'none',
    injectFault: async (fault) => void (await sandbox.inject({ method: 'POST', url: '/control/faults', payload: fault })),
    payInShop: async (payment) => void (await sandbox.inject({ method: 'POST', url: '/control/shop-payment', payload: payment })),
    clearFaults: async () => void (await sandbox.inject({ method: 'DELETE', url: '/control/faults' })),
  }
}
