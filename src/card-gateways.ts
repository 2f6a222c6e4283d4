import { dpoConnector } from '#payment-connectors/dpo/dpo.connector.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { paystackConnector } from '#payment-connectors/paystack/paystack.connector.ts'
import { tinggConnector } from '#payment-connectors/tingg/tingg.connector.ts'
import { ubaConnector } from '#payment-connectors/uba/uba.connector.ts'
import type { GatewaySettings } from './gateway-settings.ts'

export type Connectors = ReadonlyMap<ConnectorInfo['id'], PaymentConnector>

/** The gateways that are configured. A new connector is one line here; the recipe is in CONTRIBUTING.md. */
export function connectGateways({ paystack, dpo, tingg, uba }: GatewaySettings): Connectors {
  const connected = [
    paystack && paystackConnector({ ...paystack, baseUrl: paystack.url }),
    dpo && dpoConnector({ ...dpo, baseUrl: dpo.url }),
    tingg && tinggConnector({ ...tingg, baseUrl: tingg.url }),
    uba && ubaConnector({ ...uba, baseUrl: uba.url }),
  ].filter((connector) => connector !== null)
  return new Map(connected.map((connector) => [connector.info.id, connector]))
}

/** Where a form of ours may be sent on to: the pay pages of the configured gateways. */
export function payPageOrigins(settings: GatewaySettings): string[] {
  const origins = Object.values(settings).flatMap((gateway) => (gateway ? [new URL(gateway.url).origin] : []))
  const checkout = origins.includes('https://api.paystack.co') ? ['https://checkout.paystack.com'] : []
  return [...new Set([...origins, ...checkout])]
}
