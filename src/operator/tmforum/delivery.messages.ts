import { type Static, Type } from 'typebox'
import type { DeliveryState } from '#features/payment/delivery.ts'
import type { OperatorProfile } from '../operator-profile.ts'
import { toMajor, type Money } from '#shared/money.ts'
import { idOf, NAMED, Quantity, wordOf } from './shapes.ts'

export type Purse = { bucketId: string; accountId: string }

type Paid = { reference: string; method: string; providerReference: string }
type Channel = Pick<OperatorProfile, 'channel'>

/** 654 topupBalance. It has no field for the caller's reference, nor for the payment: `reason` and `description` carry them. */
export function topupBody(
  order: { wireNumber: string; amount: Money; purse: Purse; paid: Paid },
  { channel, balanceWrites }: Pick<OperatorProfile, 'channel' | 'balanceWrites'>,
): object {
  const { reference, method, providerReference } = order.paid
  return {
    ...balanceAction({ ...order, units: toMajor(order.amount), currency: order.amount.currency, reference }, { channel }),
    description: providerReference,
    partyAccount: { id: order.purse.accountId },
    paymentMethod: { id: balanceWrites.referenceInPaymentMethod ? reference : method },
  }
}

/** The common fields of top-up, reservation and adjustment, which may be negative. */
export function balanceAction(
  action: { wireNumber: string; units: number; currency: string; purse: Purse; reference: string },
  { channel }: Channel,
): object {
  return {
    amount: { amount: action.units, units: action.currency },
    usageType: 'monetary',
    bucket: { id: action.purse.bucketId },
    logicalResource: [{ id: action.wireNumber, '@referredType': 'MSISDN' }],
    channel: { id: channel },
    reason: action.reference,
  }
}

/** 622 productOrder: one item. It has no field for the sales lead behind it: a note names it. */
export function productOrderBody(
  order: { wireNumber: string; productCode: string; amount: Money; leadId?: string | null; paid: Paid },
  { channel }: Channel,
): object {
  const price = { taxIncludedAmount: moneyOf(order.amount) }
  return {
    externalId: order.paid.reference,
    channel: [{ id: channel }],
    relatedParty: [{ id: order.wireNumber, role: 'customer', '@referredType': 'Customer' }],
    payment: [{ id: order.paid.providerReference }],
    ...(order.leadId ? { note: [{ text: `salesLead: ${order.leadId}` }] } : {}),
    productOrderItem: [
      {
        id: '1',
        action: 'add',
        quantity: 1,
        productOffering: { id: order.productCode },
        product: { productCharacteristic: [{ name: 'msisdn', value: order.wireNumber }] },
        itemTotalPrice: [{ priceType: 'oneTime', price }],
      },
    ],
  }
}

/** 676 payment: of one bill, or into the account when no bill is named. */
export function paymentBody(order: { accountNo: string; billId: string | null; amount: Money; paid: Paid }, { channel }: Channel): object {
  const amount = moneyOf(order.amount)
  return {
    correlatorId: order.paid.reference,
    authorizationCode: order.paid.providerReference,
    account: { id: order.accountNo },
    totalAmount: amount,
    paymentMethod: { name: order.paid.method, '@type': 'PaymentMethod' },
    channel: { id: channel },
    ...(order.billId === null ? {} : { paymentItem: [{ amount, item: { id: order.billId, '@referredType': 'CustomerBill' } }] }),
  }
}

/** As the documents write it. */
export function moneyOf(amount: Money): { unit: string; value: number } {
  return { unit: amount.currency, value: toMajor(amount) }
}

export const BalanceAction = Type.Object({
  ...NAMED,
  status: Type.Optional(Type.String()),
  amount: Type.Optional(Quantity),
  adjustType: Type.Optional(Type.String()),
  '@type': Type.Optional(Type.String()),
})
export type BalanceAction = Static<typeof BalanceAction>

export const ProductOrder = Type.Object({ ...NAMED, state: Type.Optional(Type.String()) })
export const Payment = Type.Object({ ...NAMED, status: Type.Optional(Type.String()) })

/** The meaning of each document's statuses, in any case. An unknown status is `pending`: it is polled, and never taken for an end. */
const TOPUP_WORDS: Words = { completed: 'done', created: 'pending', failed: 'refused', cancelled: 'refused' }
const ORDER_WORDS: Words = {
  completed: 'done',
  rejected: 'refused',
  failed: 'refused',
  cancelled: 'refused',
  // One part was delivered and another was not: a person has to look, so it stays open.
  partial: 'pending',
}
/** 676 does not define the statuses; these appear in its document, its samples and its kit. */
const PAYMENT_WORDS: Words = {
  done: 'done',
  captured: 'done',
  completed: 'done',
  success: 'done',
  successful: 'done',
  failed: 'refused',
  denied: 'refused',
  canceled: 'refused',
  cancelled: 'refused',
}

type Words = Record<string, DeliveryState['state']>

type Named = { id?: string | number; href?: string }

export function topupState(topup: BalanceAction, reference: string): DeliveryState {
  return stateFrom(TOPUP_WORDS, topup.status, { ...topup, reference })
}

export function orderState(order: Static<typeof ProductOrder>, reference: string): DeliveryState {
  return stateFrom(ORDER_WORDS, order.state, { ...order, reference })
}

export function paymentState(payment: Static<typeof Payment>, reference: string): DeliveryState {
  return stateFrom(PAYMENT_WORDS, payment.status, { ...payment, reference })
}

/** Where the operator assigns no id, the resource is known by our reference, under which it was sent and found. */
function stateFrom(words: Words, word: string | undefined, named: Named & { reference: string }): DeliveryState {
  const known = wordOf(word)
  const state = Object.hasOwn(words, known) ? words[known] : undefined
  if (state === 'refused') return { state, reason: (word ?? '').trim() }
  return { state: state ?? 'pending', operatorReference: idOf(named) ?? named.reference }
}

/** Several entries under one reference: a completed one counts first, then a pending one; if all are refused, it is refused. */
export function combinedState(states: readonly DeliveryState[]): DeliveryState | null {
  return states.find(({ state }) => state === 'done') ?? states.find(({ state }) => state === 'pending') ?? states[0] ?? null
}

/** The history contains top-ups, adjustments and transfers together. */
export function isTopup(entry: BalanceAction): boolean {
  if (entry['@type'] !== undefined && /adjust|transfer|reserve/i.test(entry['@type'])) return false
  return entry.adjustType === undefined && (entry.amount?.amount ?? 1) > 0
}

export function isAdjustment(entry: BalanceAction): boolean {
  if (entry['@type'] !== undefined && /topup|top-up|transfer|reserve/i.test(entry['@type'])) return false
  return entry.adjustType !== undefined || /adjust/i.test(entry['@type'] ?? '')
}
