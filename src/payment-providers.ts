import { dpoConnector } from '#payment-connectors/dpo/dpo.connector.ts'
import { moneyPinConnector, moneyPushConnector, smartcashConnector } from '#payment-connectors/gsma-money/gsma-money.connector.ts'
import { mpesaConnector } from '#payment-connectors/mpesa/mpesa.connector.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { paystackConnector } from '#payment-connectors/paystack/paystack.connector.ts'
import { tinggConnector } from '#payment-connectors/tingg/tingg.connector.ts'
import { ubaConnector } from '#payment-connectors/uba/uba.connector.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import type { WalletSettings } from './wallet-settings.ts'

export type Connectors = ReadonlyMap<ConnectorInfo['id'], PaymentConnector>

/** The gateways and wallets that are configured. A new connector is one line here; the recipe is in CONTRIBUTING.md. */
export function connectProviders({ paystack, dpo, tingg, uba }: GatewaySettings, { money, smartcash, mpesa }: WalletSettings): Connectors {
  const connected = [
    paystack && paystackConnector({ ...paystack, baseUrl: paystack.url }),
    dpo && dpoConnector({ ...dpo, baseUrl: dpo.url }),
    tingg && tinggConnector({ ...tingg, baseUrl: tingg.url }),
    uba && ubaConnector({ ...uba, baseUrl: uba.url }),
    money && moneyPushConnector({ ...money, baseUrl: money.url }),
    money && moneyPinConnector({ ...money, baseUrl: money.url }),
    smartcash && smartcashConnector({ ...smartcash, baseUrl: smartcash.url }),
    mpesa && mpesaConnector({ ...mpesa, baseUrl: mpesa.url }),
  ].filter((connector) => connector !== null)
  return new Map(connected.map((connector) => [connector.info.id, connector]))
}

/** Where a form of ours may be sent on to: the pay pages of the configured gateways. */
export function payPageOrigins(settings: GatewaySettings): string[] {
  const origins = Object.values(settings).flatMap((gateway) => (gateway ? [new URL(gateway.url).origin] : []))
  const checkout = origins.includes('https://api.paystack.co') ? ['https://checkout.paystack.com'] : []
  return [...new Set([...origins, ...checkout])]
}

/** CARD-2: whose checkout may stand in a frame over our page. */
export function popupOrigins({ paystack }: GatewaySettings): string[] {
  if (!paystack) return []
  const { origin } = new URL(paystack.url)
  return [origin === 'https://api.paystack.co' ? 'https://checkout.paystack.com' : origin]
}
