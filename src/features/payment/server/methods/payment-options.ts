import { CONNECTORS, connectorsOf, PAYMENT_METHODS, waysToPay, type ConnectorId, type PaymentMethod } from '#shared/connector-table.ts'
import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import { isWithinAmounts } from '#shared/provider-amounts.ts'
import { scaleOf, type Money } from '#shared/money.ts'
import type { PaymentOption } from '../../contract.ts'
import { airtimeMode, PAYMENT_MODES } from '#shared/payment-codes.ts'

/** A balance cannot buy another balance, nor a device. */
const NOT_FOR_AIRTIME: ReadonlySet<string> = new Set(['PREPAID_RECHARGE', 'HBB_LEADS'])

const WALLET_WAYS = waysToPay().filter((way) => way !== 'card')

type Asked = {
  isConnected: (id: ConnectorId) => boolean
  isAvailable: (id: ConnectorId) => boolean
  isSlow: (id: ConnectorId) => boolean
  busyUntil?: (id: ConnectorId) => Date | null
  /** CON-8: until when staff closed it; null when they did not. */
  closedUntil?: (id: ConnectorId) => Date | null
  /** MM-1: the operator's wallet requests the PIN in the portal instead of on the phone, where it can. */
  isPinOn: boolean
  transactionType: string
  /** Type of the line that receives the purchase. */
  lineType: string
  /** HUB-4: an amount so small that only the operator's wallet accepts it. */
  isSmall: boolean
}

/** HUB-4: the specification's AM. */
export function isOperatorMoney(id: ConnectorId): boolean {
  return CONNECTORS[id].way === 'money'
}

/** Whether this amount can be requested: its currency is taken, it has no smaller part than the provider can write, and it is within its limits. */
export function canTake(
  { currencies, wireExponent, amounts }: Pick<ConnectorInfo, 'currencies' | 'wireExponent' | 'amounts'>,
  amount: Money,
): boolean {
  const { minor, currency } = amount
  if (!isWithinAmounts(amount, amounts)) return false
  const least = scaleOf(currency) / 10 ** (wireExponent[currency] ?? 0)
  return currencies.includes(currency) && wireExponent[currency] !== undefined && (least <= 1 || minor % least === 0)
}

/** HUB-1, HUB-4: the methods that are connected here and fit the purchase, sorted by name. */
export function paymentOptions(asked: Asked): PaymentOption[] {
  const wallets = WALLET_WAYS.map((way) => wallet(way, asked))
  return [cards(asked), ...wallets]
    .filter((option) => option !== null)
    .filter((option) => !asked.isSmall || option.type === 'AM')
    .toSorted((first, second) => first.paymentOpt.localeCompare(second.paymentOpt))
}

function cards({ isConnected, isAvailable, isSlow, busyUntil, closedUntil }: Asked): PaymentOption | null {
  const ids = connectorsOf('card').filter(isConnected)
  if (ids.length === 0) return null
  const gateways = ids.map((id) => ({ id, name: CONNECTORS[id].name, isAvailable: isAvailable(id) }))
  const working = gateways.filter((gateway) => gateway.isAvailable)
  return {
    ...shown('card'),
    paymentMode: PAYMENT_MODES.PAYMENT_GATEWAY,
    gateways: gateways.toSorted((first, second) => first.name.localeCompare(second.name)),
    isAvailable: working.length > 0,
    // One gateway that responds at once is enough: the payer can choose it.
    isSlow: working.length > 0 && working.every(({ id }) => isSlow(id)),
    ...(working.length === 0 && { ...busyWords(ids, busyUntil), ...closedWords(ids, closedUntil) }),
  }
}

function wallet(
  way: PaymentMethod,
  { isConnected, isAvailable, isSlow, busyUntil, closedUntil, isPinOn, transactionType, lineType }: Asked,
): PaymentOption | null {
  if (way === 'airtime' && NOT_FOR_AIRTIME.has(transactionType)) return null
  const ids = connectorsOf(way).filter(isConnected)
  const id = ids.find((one) => CONNECTORS[one].asksPin === isPinOn) ?? ids[0]
  if (!id) return null
  const paymentMode = way === 'airtime' ? airtimeMode(lineType) : PAYMENT_MODES[CONNECTORS[id].paymentMode]
  const words = { ...busyWords([id], busyUntil), ...closedWords([id], closedUntil) }
  return { ...shown(way), paymentMode, gateways: [], isAvailable: isAvailable(id), isSlow: isSlow(id), ...words }
}

/** I20: when the first of them accepts payments again. */
function busyWords(ids: readonly ConnectorId[], busyUntil: Asked['busyUntil']): Pick<PaymentOption, 'busyUntil'> {
  const [soonest] = ids.flatMap((id) => busyUntil?.(id)?.toISOString() ?? []).toSorted()
  return soonest === undefined ? {} : { busyUntil: soonest }
}

/** CON-8: when the first of them opens again; only where staff closed them all. */
function closedWords(ids: readonly ConnectorId[], closedUntil: Asked['closedUntil']): Pick<PaymentOption, 'closedUntil'> {
  const ends = ids.map((id) => closedUntil?.(id)?.toISOString())
  const [soonest] = ends.filter((end) => end !== undefined).toSorted()
  return soonest === undefined || ends.includes(undefined) ? {} : { closedUntil: soonest }
}

function shown(way: PaymentMethod): Pick<PaymentOption, 'type' | 'paymentOpt' | 'route'> {
  const { optionType, paymentOpt, route } = PAYMENT_METHODS[way]
  return { type: optionType, paymentOpt, route }
}
