import { CONNECTORS, connectorsOf, WAYS_TO_PAY, waysToPay, type ConnectorId, type WayToPay } from '#shared/connector-table.ts'
import type { PaymentOption } from '../contract.ts'
import { airtimeMode, PAYMENT_MODES } from '#shared/payment-words.ts'

/** A balance is not turned into another balance, and a device is not sold against one. */
const NOT_FOR_AIRTIME: ReadonlySet<string> = new Set(['PREPAID_RECHARGE', 'HBB_LEADS'])

const WALLET_WAYS = waysToPay().filter((way) => way !== 'card')

type Asked = {
  isConnected: (id: ConnectorId) => boolean
  isAvailable: (id: ConnectorId) => boolean
  isSlow: (id: ConnectorId) => boolean
  /** MM-1: the operator's wallet asks for the PIN in the portal instead of on the phone, where it can. */
  isPinOn: boolean
  transactionType: string
  /** Of the line that is bought for. */
  lineType: string
  /** HUB-4: so little that only the operator's wallet takes it. */
  isSmall: boolean
}

/** HUB-4: the specification's AM. */
export function isOperatorMoney(id: ConnectorId): boolean {
  return CONNECTORS[id].way === 'money'
}

/** HUB-1, HUB-4: the methods that are connected here and fit the purchase, sorted by name. */
export function paymentOptions(asked: Asked): PaymentOption[] {
  const wallets = WALLET_WAYS.map((way) => wallet(way, asked))
  return [cards(asked), ...wallets]
    .filter((option) => option !== null)
    .filter((option) => !asked.isSmall || option.type === 'AM')
    .toSorted((first, second) => first.paymentOpt.localeCompare(second.paymentOpt))
}

function cards({ isConnected, isAvailable, isSlow }: Asked): PaymentOption | null {
  const ids = connectorsOf('card').filter(isConnected)
  if (ids.length === 0) return null
  const gateways = ids.map((id) => ({ id, name: CONNECTORS[id].name, isAvailable: isAvailable(id) }))
  const working = gateways.filter((gateway) => gateway.isAvailable)
  return {
    ...shown('card'),
    paymentMode: PAYMENT_MODES.PAYMENT_GATEWAY,
    gateways: gateways.toSorted((first, second) => first.name.localeCompare(second.name)),
    isAvailable: working.length > 0,
    // One gateway that answers at once is enough: it can be chosen.
    isSlow: working.length > 0 && working.every(({ id }) => isSlow(id)),
  }
}

function wallet(way: WayToPay, { isConnected, isAvailable, isSlow, isPinOn, transactionType, lineType }: Asked): PaymentOption | null {
  if (way === 'airtime' && NOT_FOR_AIRTIME.has(transactionType)) return null
  const ids = connectorsOf(way).filter(isConnected)
  const id = ids.find((one) => CONNECTORS[one].asksPin === isPinOn) ?? ids[0]
  if (!id) return null
  const paymentMode = way === 'airtime' ? airtimeMode(lineType) : PAYMENT_MODES[CONNECTORS[id].paymentMode]
  return { ...shown(way), paymentMode, gateways: [], isAvailable: isAvailable(id), isSlow: isSlow(id) }
}

function shown(way: WayToPay): Pick<PaymentOption, 'type' | 'paymentOpt' | 'route'> {
  const { optionType, paymentOpt, route } = WAYS_TO_PAY[way]
  return { type: optionType, paymentOpt, route }
}
