import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { Problem } from '#shared/problem.ts'
import { CHANNEL_CODES, PAYMENT_MODES } from '#shared/payment-words.ts'

const CARD_GATEWAYS = ['paystack', 'dpo', 'cellulant', 'uba'] as const satisfies ConnectorInfo['id'][]

const WALLETS: ReadonlyMap<string, ConnectorInfo['id']> = new Map([
  [PAYMENT_MODES.AIR_TIME, 'airtime'],
  [PAYMENT_MODES.HBB_AIRTIME, 'airtime'],
  [PAYMENT_MODES.MONEY, 'money-pin'],
  [PAYMENT_MODES.MONEY_PUSH, 'money-push'],
  [PAYMENT_MODES.SMARTCASH, 'smartcash'],
  [CHANNEL_CODES.SMARTCASH, 'smartcash'],
  [PAYMENT_MODES.MPESA, 'mpesa'],
])

/** The connector behind the specification's words for a way to pay. */
export function connectorFor(paymentMode: string, paymentGateway: string | undefined): ConnectorInfo['id'] {
  const named = paymentMode === PAYMENT_MODES.PAYMENT_GATEWAY ? CARD_GATEWAYS.find((id) => id === paymentGateway?.toLowerCase()) : undefined
  const connector = named ?? WALLETS.get(paymentMode)
  if (!connector) throw new Problem('method-unavailable')
  return connector
}
