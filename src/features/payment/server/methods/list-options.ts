import { isOffered, type ConnectorId } from '#shared/connector-table.ts'
import type { InputOf } from '#calls/define-call.ts'
import { Problem } from '#shared/problem.ts'
import { isNotSoldHere } from '#shared/transaction-codes.ts'
import { readMajor } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import type { ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { listPaymentOptions, PaymentOption } from '../../contract.ts'
import type { ConnectorHealth } from './connector-health.ts'
import type { Exchange } from '../currency/exchange.ts'
import { canTake, paymentOptions } from './payment-options.ts'

type Asked = Pick<InputOf<typeof listPaymentOptions>, 'amount' | 'transactionType' | 'rechargeType' | 'subscriberType' | 'currencyCode'>

/** HUB-1, HUB-4: the methods and currencies for a purchase. `mayAskPin` is false where no PIN may be typed, whatever the switch says. */
export type OptionLists = (
  asked: Asked,
  place?: { mayAskPin: boolean },
) => Promise<{ paymentOption: PaymentOption[]; currencies: string[] }>

/** CON-8: what staff closed to new payments, with its end. Payments that began go on. */
export type ClosedForPayments = {
  current(): Promise<ReadonlyMap<ConnectorId, { until: Date }>>
  /** Read for each start. */
  closedUntil(id: ConnectorId): Promise<Date | null>
}

type Deps = {
  connectors: ReadonlyMap<ConnectorInfo['id'], PaymentConnector>
  health: Pick<ConnectorHealth, 'isAvailable' | 'isSlow' | 'busyUntil'>
  closedWays: ClosedForPayments
  config: ProductConfig
  exchange: Exchange
}

export function createOptionLists({ connectors, health, config, exchange, closedWays }: Deps): OptionLists {
  return async function options(asked, { mayAskPin } = { mayAskPin: true }) {
    const { amount, transactionType, rechargeType, subscriberType = '', currencyCode } = asked
    if (isNotSoldHere([transactionType, rechargeType])) throw new Problem('not-sold-here')
    const { prices: own } = MONEY
    const price = readMajor(amount, own)
    if (!price) throw new Problem('bad-request', 'no amount of this currency')
    const [{ enableAmPin }, choices, closed] = await Promise.all([config.read(), exchange.choicesFor(price), closedWays.current()])
    const infos = [...connectors.values()].map(({ info }) => info).filter(({ id }) => isOffered(id))
    const currencies = choices.currencies.filter((each) => each === own || infos.some((info) => info.currencies.includes(each)))
    const currency = currencies.find((each) => each === currencyCode) ?? own
    // The amount in another currency is not agreed yet; it is looked at once more when it is.
    const takes = (info?: ConnectorInfo) =>
      info !== undefined && isOffered(info.id) && (currency === own ? canTake(info, price) : info.currencies.includes(currency))
    const paymentOption = paymentOptions({
      isConnected: (id) => takes(connectors.get(id)?.info),
      isAvailable: (id) => !closed.has(id) && health.isAvailable(id),
      isSlow: (id) => health.isSlow(id),
      busyUntil: (id) => health.busyUntil(id),
      closedUntil: (id) => closed.get(id)?.until ?? null,
      isPinOn: enableAmPin && mayAskPin,
      transactionType,
      lineType: subscriberType,
      isSmall: choices.isSmall,
    })
    return { paymentOption, currencies }
  }
}
