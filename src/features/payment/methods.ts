import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { BRAND } from '#shared/brand.ts'

export function modeOf(connector: ConnectorInfo['id']): ConnectorInfo['paymentMode'] {
  switch (connector) {
    case 'airtime':
      return 'AIR_TIME'
    case 'money-pin':
      return 'MONEY'
    case 'money-push':
      return 'MONEY_PUSH'
    case 'smartcash':
      return 'SMARTCASH'
    case 'mpesa':
      return 'MPESA'
    default:
      return 'PAYMENT_GATEWAY'
  }
}

/** Names of the card gateways as their owners write them. */
export const GATEWAYS = { dpo: 'DPO Pay', paystack: 'Paystack', cellulant: 'Tingg', uba: 'UBA' } as const satisfies Partial<
  Record<ConnectorInfo['id'], string>
>

/** The last part of a method's address below /payment/start/ (HUB-2). */
export const METHOD_ROUTES = {
  card: 'card',
  airtime: 'airtime',
  money: `${BRAND.slug}-money`,
  mpesa: 'mpesa',
  smartcash: 'smartcash',
} as const

/** CARD-2: the gateway whose checkout may stand in a frame over our page. */
export const POPUP_GATEWAY: keyof typeof GATEWAYS = 'paystack'
