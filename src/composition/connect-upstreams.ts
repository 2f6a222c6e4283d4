import { connectOperator } from '#operator/connect-operator.ts'
import { kannelSender } from '#operator/sms/kannel-sender.ts'
import { REPORT_PATH } from '#features/one-time-code/server/sms-report-path.ts'
import { airtimeConnector } from '#payment-connectors/airtime/airtime.connector.ts'
import { currentRequestId } from '#outbound/request-context.ts'
import type { DatabaseClock } from '#server/database-clock.ts'
import { openLog } from '#server/logging/logging.ts'
import { profileNamed } from '#settings/operator-systems.ts'
import type { Settings } from '#settings/settings.ts'
import { connectProviders, refuseUntakenCurrencies } from './payment-providers.ts'
import type { Upstreams } from './portal-core.ts'

/** Connects to the upstreams that the settings name: the operator's systems, or the sandbox that simulates them. */
export function connectUpstreams(settings: Settings, clock: DatabaseClock): Upstreams {
  const { operator, sms } = settings.outside
  const log = openLog(settings.logLevel)
  const core = connectOperator({
    profile: profileNamed(operator.profile),
    baseUrl: new URL(operator.url),
    credentials: {
      clientId: operator.clientId ?? undefined,
      clientSecret: operator.clientSecret ?? undefined,
      apiKey: operator.apiKey ?? undefined,
    },
    clock,
    log,
    requestId: currentRequestId,
  })
  const texts = kannelSender({
    ...sms,
    url: new URL(sms.url),
    clock,
    log,
    reportUrl: (reference) => new URL(`${REPORT_PATH}?ref=${encodeURIComponent(reference)}`, settings.publicUrl),
  })
  const connectors: Upstreams['connectors'] = new Map([
    ...connectProviders(settings.gateways, settings.wallets),
    ['airtime', airtimeConnector(core.airtime)],
  ])
  refuseUntakenCurrencies(connectors)
  return {
    clock,
    timekeeper: clock,
    health: () => ({ ...core.health(), sms: texts.health() }),
    operator: core,
    connectors,
    sms: texts,
  }
}
