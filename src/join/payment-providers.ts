import { dpoConnector } from '#payment-connectors/dpo/dpo.connector.ts'
import { moneyPinConnector, moneyPushConnector, smartcashConnector } from '#payment-connectors/gsma-money/gsma-money.connector.ts'
import { mpesaConnector } from '#payment-connectors/mpesa/mpesa.connector.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { paystackConnector } from '#payment-connectors/paystack/paystack.connector.ts'
import { tinggConnector } from '#payment-connectors/tingg/tingg.connector.ts'
import { ubaConnector } from '#payment-connectors/uba/uba.connector.ts'
import { GATEWAYS } from '#settings/gateways.ts'
import type { GatewaySettings, WalletSettings } from '#settings/settings.ts'

export type Connectors = ReadonlyMap<ConnectorInfo['id'], PaymentConnector>

/** The gateways and wallets that are on. A new connector is one line here; the recipe is in CONTRIBUTING.md. */
export function connectProviders(gateways: GatewaySettings, { money, smartcash, mpesa }: WalletSettings): Connectors {
  const { paystack, dpo, tingg, uba } = gateways
  const pagesOf = (name: keyof GatewaySettings) => ({
    payPageOrigins: [checkoutOrigin(gateways, name)].filter((origin) => origin !== null),
  })
  const connected = [
    paystack && paystackConnector({ ...paystack, baseUrl: paystack.url, ...pagesOf('paystack') }),
    dpo && dpoConnector({ ...dpo, baseUrl: dpo.url }),
    tingg && tinggConnector({ ...tingg, baseUrl: tingg.url, ...pagesOf('tingg') }),
    uba && ubaConnector({ ...uba, baseUrl: uba.url }),
    money && moneyPushConnector({ ...money, baseUrl: money.url }),
    money && moneyPinConnector({ ...money, baseUrl: money.url }),
    smartcash && smartcashConnector({ ...smartcash, baseUrl: smartcash.url }),
    mpesa && mpesaConnector({ ...mpesa, baseUrl: mpesa.url }),
  ].filter((connector) => connector !== null)
  return new Map(connected.map((connector) => [connector.info.id, connector]))
}

const NAMES = Object.keys(GATEWAYS) as (keyof GatewaySettings)[]

/** Where a form of ours may be sent on to: the gateways that are on, and their pay pages. */
export function payPageOrigins(gateways: GatewaySettings): string[] {
  const origins = NAMES.flatMap((name) => [apiOrigin(gateways, name), checkoutOrigin(gateways, name)])
  return [...new Set(origins)].filter((origin) => origin !== null)
}

/** CARD-2: whose checkout may stand in a frame over our page. */
export function popupOrigins(gateways: GatewaySettings): string[] {
  const framed = NAMES.filter((name) => GATEWAYS[name].checkout.isFramed)
  return framed.map((name) => checkoutOrigin(gateways, name)).filter((origin) => origin !== null)
}

/** Where a gateway's pay page lies: the record says it for the gateway's own address; anywhere else it lies beside the API. */
function checkoutOrigin(gateways: GatewaySettings, name: keyof GatewaySettings): string | null {
  const { checkout, settings } = GATEWAYS[name]
  const api = apiOrigin(gateways, name)
  const isAtHome =
    api !== null && typeof settings.url.unset.production === 'string' && api === new URL(settings.url.unset.production).origin
  return (isAtHome && checkout.origin) || api
}

function apiOrigin(gateways: GatewaySettings, name: keyof GatewaySettings): string | null {
  const { url } = gateways[name] ?? {}
  return url ? new URL(url).origin : null
}
