import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { PaymentOption } from '../contract.ts'

/** Names of the card gateways as their owners write them. */
const GATEWAY_NAMES: Partial<Record<ConnectorInfo['id'], string>> = { dpo: 'DPO Pay', paystack: 'Paystack', cellulant: 'Tingg', uba: 'UBA' }

/** HUB-1: the methods that are connected here, sorted by name. */
export function paymentOptions(connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>): PaymentOption[] {
  const cards = [...connectors.values()].filter((connector) => connector.info.paymentMode === 'PAYMENT_GATEWAY')
  const options: PaymentOption[] = []
  if (cards.length > 0) {
    options.push({
      type: 'PG',
      paymentMode: 'PAYMENT_GATEWAY',
      paymentOpt: 'Debit/Credit Card',
      route: 'card',
      gateways: cards
        .map(({ info }) => ({ id: info.id, name: GATEWAY_NAMES[info.id] ?? info.id }))
        .toSorted((first, second) => first.name.localeCompare(second.name)),
      isAvailable: true,
    })
  }
  return options.toSorted((first, second) => first.paymentOpt.localeCompare(second.paymentOpt))
}
