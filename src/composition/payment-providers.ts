import { OPERATOR } from '#operator-record'
import { cinetpayConnector } from '#payment-connectors/cinetpay/cinetpay.connector.ts'
import { dpoConnector } from '#payment-connectors/dpo/dpo.connector.ts'
import { guardConnector, type GuardedConnector } from '#payment-connectors/guard-connector.ts'
import { moneyPinConnector, moneyPushConnector, smartcashConnector } from '#payment-connectors/gsma-money/gsma-money.connector.ts'
import { mpesaConnector } from '#payment-connectors/mpesa/mpesa.connector.ts'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { paystackConnector } from '#payment-connectors/paystack/paystack.connector.ts'
import { airtelMoneyConnector } from '#payment-connectors/airtel-money/airtel-money.connector.ts'
import { cellulantConnector } from '#payment-connectors/cellulant/cellulant.connector.ts'
import { pispiConnector } from '#payment-connectors/pispi/pispi.connector.ts'
import { ubaConnector } from '#payment-connectors/uba/uba.connector.ts'
import type { Clock } from '#server/clock.ts'
import { GATEWAYS } from '#settings/gateways.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import type { GatewaySettings, WalletSettings } from '#settings/settings.ts'
import {
  CONNECTORS,
  connectorIds,
  connectorsOf,
  isOffered,
  type ConnectorId,
  type ConnectorOf,
  type GatewayName,
} from '#shared/connector-table.ts'

export type Connectors = ReadonlyMap<ConnectorId, PaymentConnector>

/** The providers that settings enable; airtime comes with the operator's systems. */
type Connectable = Exclude<ConnectorId, ConnectorOf<'airtime'>>
type AllSettings = GatewaySettings & WalletSettings
type SettingsFor = { [Id in Connectable]: NonNullable<AllSettings[(typeof CONNECTORS)[Id]['settings']]> }
type Whereabouts = { baseUrl: string; payPageOrigins: readonly string[] }

/** How each connector of the table is created, with its settings. */
const OPENERS: { [Id in Connectable]: (options: SettingsFor[Id] & Whereabouts) => PaymentConnector } = {
  paystack: paystackConnector,
  dpo: dpoConnector,
  cellulant: cellulantConnector,
  uba: ubaConnector,
  cinetpay: cinetpayConnector,
  'money-push': moneyPushConnector,
  'money-pin': moneyPinConnector,
  smartcash: smartcashConnector,
  mpesa: mpesaConnector,
  'airtel-money': airtelMoneyConnector,
  pispi: pispiConnector,
}

/** The enabled gateways and wallets. */
export function connectProviders(gateways: GatewaySettings, wallets: WalletSettings): Connectors {
  const all: AllSettings = { ...gateways, ...wallets }
  const ids = connectorIds()
    .filter((id) => id !== 'airtime')
    .filter((id) => !CONNECTORS[id].asksPin || givesPinKeys(wallets, CONNECTORS[id].settings))
  const connected = ids.map((id) => connect(id, all[CONNECTORS[id].settings], payPagesOf(gateways, id)))
  return new Map(connected.filter((connector) => connector !== null).map((connector) => [connector.info.id, connector]))
}

/** OPR-5: a currency that customers may choose and then cannot pay. */
export function refuseUntakenCurrencies(connectors: Connectors): void {
  const taken = new Set([...connectors.values()].filter(({ info }) => isOffered(info.id)).flatMap(({ info }) => info.currencies))
  const untaken = OPERATOR.money.payIn.filter((currency) => !taken.has(currency))
  const problems = untaken.map((currency) => `money.json: payIn lists ${currency}, which no enabled way of payments.json takes`)
  if (problems.length > 0) throw new SettingProblem(...problems.map((problem) => `GUICHET_OPERATOR: ${OPERATOR.folder}: ${problem}`))
}

/** Where the browser encrypts a PIN, its key must come from the wallet: no standard defines how, so the operator has to. */
function givesPinKeys(wallets: WalletSettings, name: keyof AllSettings): boolean {
  return (name === 'money' || name === 'smartcash') && wallets[name]?.pinKeys === 'on'
}

/** Each with a bulkhead and a circuit breaker of its own. */
export function guardConnectors(connectors: Connectors, clock: Clock): ReadonlyMap<ConnectorId, GuardedConnector> {
  return new Map([...connectors].map(([id, connector]) => [id, guardConnector(connector, { now: () => clock.now() })]))
}

function connect<Id extends Connectable>(id: Id, settings: SettingsFor[Id] | null, payPageOrigins: string[]): PaymentConnector | null {
  return settings && OPENERS[id]({ ...settings, baseUrl: settings.url, payPageOrigins })
}

/** Origins of a gateway's pay pages; wallets have none. */
function payPagesOf(gateways: GatewaySettings, id: ConnectorId): string[] {
  return connectorsOf('card')
    .filter((gateway) => gateway === id)
    .map((gateway) => checkoutOrigin(gateways, gateway))
    .filter((origin) => origin !== null)
}

/** Targets that our forms may be sent on to: the enabled gateways, and their pay pages. */
export function payPageOrigins(gateways: GatewaySettings): string[] {
  const origins = connectorsOf('card').flatMap((id) => [apiOrigin(gateways, id), checkoutOrigin(gateways, id)])
  return [...new Set(origins)].filter((origin) => origin !== null)
}

/** CARD-2: whose checkout may be framed over our page. */
export function popupOrigins(gateways: GatewaySettings): string[] {
  const framed = connectorsOf('card').filter((id) => CONNECTORS[id].checkout.isFramed)
  return framed.map((id) => checkoutOrigin(gateways, id)).filter((origin) => origin !== null)
}

/** The origin of a gateway's pay page: the one in its settings, or from the table for the gateway's own address; otherwise that of the API. */
function checkoutOrigin(gateways: GatewaySettings, id: GatewayName): string | null {
  const named = id === 'cellulant' ? gateways.cellulant?.pages : null
  if (named) return named.origin
  const home = GATEWAYS[id].settings.url.unset.production
  const api = apiOrigin(gateways, id)
  const isAtHome = api !== null && typeof home === 'string' && api === new URL(home).origin
  return (isAtHome && CONNECTORS[id].checkout.origin) || api
}

function apiOrigin(gateways: GatewaySettings, id: GatewayName): string | null {
  const { url } = gateways[id] ?? {}
  return url ? new URL(url).origin : null
}
