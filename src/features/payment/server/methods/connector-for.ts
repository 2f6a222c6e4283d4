import { CONNECTORS, connectorIds, connectorsOf, isOffered, type ConnectorId } from '#shared/connector-table.ts'
import { Problem } from '#shared/problem.ts'
import { CHANNEL_CODES, PAYMENT_MODES } from '#shared/payment-codes.ts'

const CARD_GATEWAYS = connectorsOf('card')

/** Card gateways share a mode and differ by their names. */
const BY_WORD: ReadonlyMap<string, ConnectorId> = new Map<string, ConnectorId>([
  ...connectorIds()
    .filter((id) => CONNECTORS[id].way !== 'card')
    .map((id): [string, ConnectorId] => [PAYMENT_MODES[CONNECTORS[id].paymentMode], id]),
  [PAYMENT_MODES.HBB_AIRTIME, 'airtime'],
  [CHANNEL_CODES.SMARTCASH, 'smartcash'],
])

/** The connector for the specification's name of a method. */
export function connectorFor(paymentMode: string, paymentGateway: string | undefined): ConnectorId {
  const named = paymentMode === PAYMENT_MODES.PAYMENT_GATEWAY ? CARD_GATEWAYS.find((id) => id === paymentGateway?.toLowerCase()) : undefined
  const connector = named ?? BY_WORD.get(paymentMode)
  if (!connector || !isOffered(connector)) throw new Problem('method-unavailable')
  return connector
}
