import type { QueryData } from '#features/purchase/contract.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Asker } from '#server/limits/asker.ts'
import { CONNECTORS, WAYS_TO_PAY } from '#shared/connector-table.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { publicStatus, type MoneyWord } from '../engine/public-status.ts'
import { connectorFor } from './connector-for.ts'
import type { OptionLists } from './list-options.ts'
import type { PayerProofs } from './payer-proofs.ts'
import type { PaymentService } from './payment-service.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

/** From the wallet, which asks for its secret by itself, or with the airtime of the line. */
const LINE_WAYS = ['money', 'airtime'] as const
export type LineWay = (typeof LINE_WAYS)[number]

export type LinePayment = { orderId: string; amount: number; reference: string; money: MoneyWord; number: string | null }

type Wish = { visit: Visit; purchaseId: string; amount: number; way: LineWay; payer: MobileNumber; asker: Asker; language: Language }

/** Paying by a line whose number the network itself tells (USSD): the web's own steps and rules, without a page and without a code. */
export type LinePayments = {
  /** The ways that work now, and in which nothing secret is typed. */
  waysFor(queryData: QueryData): Promise<LineWay[]>
  /** The order of a purchase: the same one however often it is asked for. */
  begin(wish: Omit<Wish, 'asker'>): Promise<string>
  /** Asks for the money of an order that was begun, once. */
  pay(orderId: string, wish: Wish): Promise<void>
  read(orderId: string): Promise<LinePayment | null>
}

type Parts = {
  service: PaymentService
  proofs: Pick<PayerProofs, 'vouch'>
  options: OptionLists
  store: Pick<PostgresPaymentStore, 'read'>
}

export function openLinePayments({ service, proofs, options, store }: Parts): LinePayments {
  async function modes({
    amount,
    transactionType,
    rechargeType,
    lineType,
  }: Pick<QueryData, 'amount' | 'transactionType' | 'rechargeType' | 'lineType'>) {
    const asked = { amount, transactionType, rechargeType, subscriberType: lineType }
    const { paymentOption } = await options(asked, { mayAskPin: false })
    return LINE_WAYS.flatMap((way) => {
      const found = paymentOption.find(({ type, isAvailable }) => type === WAYS_TO_PAY[way].optionType && isAvailable)
      const connector = found && connectorFor(found.paymentMode, undefined)
      return connector && !CONNECTORS[connector].asksPin ? [{ way, connector }] : []
    })
  }

  return {
    waysFor: async (queryData) => (await modes(queryData)).map(({ way }) => way),
    async begin({ visit, purchaseId, amount, language }) {
      const { transactionId } = await service.initiate(visit, { purchaseId, amount, emailId: null, language })
      return transactionId
    },
    async pay(orderId, { visit, way, payer, asker }) {
      const connector = way === 'airtime' ? 'airtime' : 'money-push'
      if (way === 'airtime') await proofs.vouch({ orderId, msisdn: payer })
      const beginning = await service.pay(visit, { transactionId: orderId, connector, payer, asker })
      if (beginning.kind === 'too-late') throw new Problem('no-pending-payment')
    },
    async read(orderId) {
      const state = await store.read(orderId)
      if (!state) return null
      const { order } = state
      const { amount, reference, delivery } = order
      return {
        orderId,
        amount: amount.minor,
        reference,
        money: publicStatus(state).money,
        number: delivery.kind === 'bill' ? null : delivery.msisdn,
      }
    },
  }
}
