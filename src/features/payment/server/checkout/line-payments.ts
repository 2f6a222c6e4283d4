import type { QueryData } from '#features/purchase/contract.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Caller } from '#server/limits/caller.ts'
import { CONNECTORS, PAYMENT_METHODS, walletWithoutPin, type ConnectorId } from '#shared/connector-table.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { publicStatus, type MoneyWord } from '../../engine/public-status.ts'
import type { Reason } from '#payment-connectors/payment-connector.ts'
import { connectorFor } from '../methods/connector-for.ts'
import type { OptionLists } from '../methods/list-options.ts'
import type { PayerProofs } from './payer-proofs.ts'
import type { PaymentService } from './payment-service.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'

/** From the operator's first wallet that requests its secret itself, or with the airtime of the line. */
const LINE_WAYS = ['money', 'airtime'] as const
export type LineWay = (typeof LINE_WAYS)[number]

function connectorOf(way: LineWay): ConnectorId | null {
  return way === 'airtime' ? 'airtime' : walletWithoutPin()
}

export type LinePayment = {
  orderId: string
  amount: number
  reference: string
  money: MoneyWord
  number: string | null
  /** Why nothing was taken; for its payer only. */
  reason: Reason | null
}

type LinePaymentRequest = {
  visit: Visit
  purchaseId: string
  amount: number
  way: LineWay
  payer: MobileNumber
  caller: Caller
  language: Language
}

/** Payment by a line whose number the network confirms (USSD): the steps and rules of the web, without a page and without a code. */
export type LinePayments = {
  /** The methods that work now and require no typed secret. */
  waysFor(queryData: QueryData): Promise<LineWay[]>
  /** The order of a purchase: repeated calls return the same one. */
  begin(wish: Omit<LinePaymentRequest, 'caller'>): Promise<string>
  /** Requests the money of a begun order, once. */
  pay(orderId: string, wish: LinePaymentRequest): Promise<void>
  read(orderId: string, reader: MobileNumber): Promise<LinePayment | null>
}

type Deps = {
  service: PaymentService
  proofs: Pick<PayerProofs, 'vouch'>
  options: OptionLists
  store: Pick<PostgresPaymentStore, 'read'>
  clock: Clock
}

export function createLinePayments({ service, proofs, options, store, clock }: Deps): LinePayments {
  async function waysFor({
    amount,
    transactionType,
    rechargeType,
    lineType,
  }: Pick<QueryData, 'amount' | 'transactionType' | 'rechargeType' | 'lineType'>) {
    const asked = { amount, transactionType, rechargeType, subscriberType: lineType }
    const { paymentOption } = await options(asked, { mayAskPin: false })
    return LINE_WAYS.filter((way) => {
      const connector = connectorOf(way)
      const optionType = connector && PAYMENT_METHODS[CONNECTORS[connector].way].optionType
      const found = paymentOption.find(({ type, isAvailable }) => type === optionType && isAvailable)
      return found !== undefined && connectorFor(found.paymentMode, undefined) === connector
    })
  }

  return {
    waysFor,
    async begin({ visit, purchaseId, amount, language }) {
      const { transactionId } = await service.initiate(visit, { purchaseId, amount, emailId: null, language })
      return transactionId
    },
    async pay(orderId, { visit, way, payer, caller }) {
      const connector = connectorOf(way)
      if (!connector) throw new Problem('method-unavailable')
      await proofs.vouch({ orderId, msisdn: payer })
      const beginning = await service.pay(visit, { transactionId: orderId, connector, payer, caller })
      if (beginning.kind === 'too-late') throw new Problem('no-pending-payment')
    },
    async read(orderId, reader) {
      const state = await store.read(orderId)
      if (!state) return null
      const { order } = state
      const { amount, reference, delivery } = order
      const { money } = publicStatus(state, clock.now())
      const attempt = state.attempts.at(-1)
      return {
        orderId,
        amount: toMajor(amount),
        reference,
        money,
        reason: money === 'not-taken' && attempt?.payer.msisdn === reader ? attempt.reason : null,
        number: delivery.kind === 'bill' ? null : delivery.msisdn,
      }
    },
  }
}
