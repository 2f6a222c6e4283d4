import { newPaymentIds } from '#features/payment/server/orders/new-order.ts'
import { createCallbackPaths } from '#features/payment/server/webhooks/callback-paths.ts'
import { checkOperator } from '#operator/check-operator.ts'
import { connectOperator, type OperatorOptions } from '#operator/connect-operator.ts'
import { TIME_LIMITS_MS } from '#outbound/outbound-limits.ts'
import { airtimeConnector } from '#payment-connectors/airtime/airtime.connector.ts'
import { checkConnector } from '#payment-connectors/check-connector.ts'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { profileNamed } from '#settings/operator-systems.ts'
import type { Settings } from '#settings/settings.ts'
import type { Say } from '#shared/checked-step.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import { connectProviders } from './payment-providers.ts'

export type UpstreamCheck = {
  of: ConnectorId | 'operator'
  number: MobileNumber | null
  account: string | null
  email: string | null
  /** In whole units of the currency; null moves no money. */
  pay: number | null
  giveBack: boolean
  waitMs: number
  pollMs: number
  /** Sees every call, for a report. */
  fetch: typeof fetch
}

/** Checks the test system that the settings name; false when they name none. */
export async function checkUpstreams(settings: Settings, check: UpstreamCheck, say: Say): Promise<boolean> {
  if (check.of === 'operator') {
    const { number, account, pay, waitMs, pollMs } = check
    const topUp = pay === null ? null : fromMajor(pay)
    await checkOperator(
      { ...operatorOptions(settings), fetch: check.fetch },
      { number, account, topUp, reference: newPaymentIds.ref(), waitMs, pollMs },
      say,
    )
    return true
  }
  const connector = connectorOf(settings, check)
  if (!connector) return false
  const currency = connector.info.currencies.includes(MONEY.prices) ? MONEY.prices : (connector.info.currencies[0] ?? MONEY.prices)
  const ref = newPaymentIds.ref()
  const paths = createCallbackPaths({ ...settings, publicOrigin: settings.publicUrl.origin })
  await checkConnector(
    connector,
    {
      context: {
        fetch: check.fetch,
        now: () => new Date(),
        timeoutMs: TIME_LIMITS_MS.short,
        urls: paths.urlsFor({ connector: check.of, ref }),
      },
      ids: { ref, correlationId: newPaymentIds.correlationId(), refundRef: newPaymentIds.ref(), unknownRef: newPaymentIds.ref() },
      payer: { msisdn: check.number, email: check.email },
      pay: check.pay === null ? null : fromMajor(check.pay, currency),
      giveBack: check.giveBack,
      waitMs: check.waitMs,
      pollMs: check.pollMs,
    },
    say,
  )
  return true
}

function connectorOf(settings: Settings, { of, fetch }: UpstreamCheck): PaymentConnector | null {
  if (of === 'operator') return null
  if (of === 'airtime') return airtimeConnector(connectOperator({ ...operatorOptions(settings), fetch }).airtime)
  return connectProviders(settings.gateways, settings.wallets).get(of) ?? null
}

function operatorOptions({ outside: { operator } }: Settings): OperatorOptions {
  return {
    profile: profileNamed(operator.profile),
    baseUrl: new URL(operator.url),
    credentials: {
      clientId: operator.clientId ?? undefined,
      clientSecret: operator.clientSecret ?? undefined,
      apiKey: operator.apiKey ?? undefined,
    },
    clock: { now: () => new Date() },
    // The check itself has reported the failure.
    log: { debug() {}, info() {}, warn() {} },
  }
}
