import { BRAND } from '#shared/brand.ts'
import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import type { PaymentOption } from '../contract.ts'
import { airtimeMode, PAYMENT_MODES } from '#shared/payment-words.ts'
import { GATEWAYS, METHOD_ROUTES } from '../methods.ts'

/** A balance is not turned into another balance, and a device is not sold against one. */
const NOT_FOR_AIRTIME: ReadonlySet<string> = new Set(['PREPAID_RECHARGE', 'HBB_LEADS'])

type Asked = {
  isConnected: (id: ConnectorInfo['id']) => boolean
  isAvailable: (id: ConnectorInfo['id']) => boolean
  /** MM-1: the operator's wallet asks for the PIN in the portal instead of on the phone. */
  isPinOn: boolean
  transactionType: string
  /** Of the line that is bought for. */
  lineType: string
  /** HUB-4: so little that only the operator's wallet takes it. */
  isSmall: boolean
}

/** HUB-4: the specification's AM. */
export function isOperatorMoney(id: ConnectorInfo['id']): boolean {
  return id === 'money-push' || id === 'money-pin'
}

/** HUB-1, HUB-4: the methods that are connected here and fit the purchase, sorted by name. */
export function paymentOptions(asked: Asked): PaymentOption[] {
  return [cards(asked), ...wallets(asked)]
    .filter((option) => option !== null)
    .filter((option) => !asked.isSmall || option.type === 'AM')
    .toSorted((first, second) => first.paymentOpt.localeCompare(second.paymentOpt))
}

function cards({ isConnected, isAvailable }: Asked): PaymentOption | null {
  const ids = (Object.keys(GATEWAYS) as (keyof typeof GATEWAYS)[]).filter(isConnected)
  if (ids.length === 0) return null
  const gateways = ids.map((id) => ({ id, name: GATEWAYS[id], isAvailable: isAvailable(id) }))
  return {
    type: 'PG',
    paymentMode: PAYMENT_MODES.PAYMENT_GATEWAY,
    paymentOpt: 'Debit/Credit Card',
    route: METHOD_ROUTES.card,
    gateways: gateways.toSorted((first, second) => first.name.localeCompare(second.name)),
    isAvailable: gateways.some((gateway) => gateway.isAvailable),
  }
}

function wallets({ isConnected, isAvailable, isPinOn, transactionType, lineType }: Asked): (PaymentOption | null)[] {
  const money = isPinOn ? 'money-pin' : 'money-push'
  const wallet = (id: ConnectorInfo['id'], shown: Pick<PaymentOption, 'type' | 'paymentMode' | 'paymentOpt' | 'route'>) =>
    isConnected(id) ? { ...shown, gateways: [], isAvailable: isAvailable(id) } : null
  return [
    NOT_FOR_AIRTIME.has(transactionType)
      ? null
      : wallet('airtime', { type: 'airtime', paymentMode: airtimeMode(lineType), paymentOpt: 'Airtime', route: METHOD_ROUTES.airtime }),
    wallet(money, {
      type: 'AM',
      paymentMode: isPinOn ? PAYMENT_MODES.MONEY : PAYMENT_MODES.MONEY_PUSH,
      paymentOpt: BRAND.moneyName,
      route: METHOD_ROUTES.money,
    }),
    wallet('mpesa', { type: 'mpesa', paymentMode: PAYMENT_MODES.MPESA, paymentOpt: 'MPESA', route: METHOD_ROUTES.mpesa }),
    wallet('smartcash', {
      type: 'smartcash',
      paymentMode: PAYMENT_MODES.SMARTCASH,
      paymentOpt: 'SmartCash',
      route: METHOD_ROUTES.smartcash,
    }),
  ]
}
