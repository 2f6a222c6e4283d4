import type { Static, TSchema } from 'typebox'
import type { Delivery, DeliveryState, OperatorDelivery } from '#features/payment/delivery.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { failed, good, UNAVAILABLE, UNKNOWN } from '../answers.ts'
import type { TmforumSystem } from '../operator-profile.ts'
import { findBillId } from './bills.ts'
import {
  BalanceAction,
  combinedState,
  orderState,
  Payment,
  paymentBody,
  paymentState,
  ProductOrder,
  productOrderBody,
  topupBody,
  topupState,
} from './delivery.messages.ts'
import { findBalanceActions } from './find-balance-actions.ts'
import { readPurse } from './lines.ts'
import { isAnswer } from './shapes.ts'
import type { TmforumClient } from './tmforum-client.ts'

type Paid = Parameters<OperatorDelivery['deliver']>[1]
type Tracked = DeliveryState | { state: 'absent' }
type Of<Kind extends Delivery['kind']> = Extract<Delivery, { kind: Kind }>

/** Delivers what was paid for. The one call that moves money is the last step of each path, and is sent once. */
export function operatorDelivery(client: TmforumClient): OperatorDelivery {
  return {
    isRepeatHarmless: client.profile.reference.isRepeatHarmless,
    async deliver(order, paid) {
      if (order.kind === 'airtime') return deliverAirtime(client, order, paid)
      return order.kind === 'bundle' ? deliverBundle(client, order, paid) : deliverBill(client, order, paid)
    },
    track: (order, reference) => track(client, order, reference),
  }
}

async function deliverAirtime(client: TmforumClient, order: Of<'airtime'>, paid: Paid): Promise<OperatorResult<DeliveryState>> {
  const purse = await readPurse(client, order.msisdn)
  if (!purse.ok) return purse
  const wireNumber = client.wireNumber(order.msisdn)
  const body = topupBody({ wireNumber, amount: order.amount, purse: purse.value, paid }, client.profile)
  return post(client, { order, system: '654', path: '/topupBalance', required: 'status', body, paid }, BalanceAction, topupState)
}

async function deliverBundle(client: TmforumClient, order: Of<'bundle'>, paid: Paid): Promise<OperatorResult<DeliveryState>> {
  const { productCode, amount, leadId = null } = order
  const body = productOrderBody({ wireNumber: client.wireNumber(order.msisdn), productCode, amount, leadId, paid }, client.profile)
  return post(client, { order, system: '622', path: '/productOrder', required: 'productOrderItem', body, paid }, ProductOrder, orderState)
}

async function deliverBill(client: TmforumClient, order: Of<'bill'>, paid: Paid): Promise<OperatorResult<DeliveryState>> {
  const { accountNo, invoiceNo, amount } = order
  const billId = invoiceNo === null ? good(null) : await findBillId(client, accountNo, invoiceNo)
  if (!billId.ok) return billId
  const body = paymentBody({ accountNo, billId: billId.value, amount, paid }, client.profile)
  return post(client, { order, system: '676', path: '/payment', required: 'account', body, paid }, Payment, paymentState)
}

async function post<Shape extends TSchema>(
  client: TmforumClient,
  call: { order: Delivery; system: TmforumSystem; path: string; required: string; body: object; paid: Paid },
  shape: Shape,
  stateOf: (resource: Static<Shape>, reference: string) => DeliveryState,
): Promise<OperatorResult<DeliveryState>> {
  const { order, system, path, body } = call
  const { reference } = call.paid
  const answer = await client.write({ system, method: 'POST', path, body, reference }, shape)
  if (answer.ok && isAnswer(Object(answer.value), call.required)) return good(stateOf(answer.value, reference))
  if (answer.ok) {
    client.log.warn({ system, operation: 'POST', reference }, 'the operator gave no usable answer')
    return UNKNOWN
  }
  if (!answer.isConflict) return failed(answer.fault)
  // 409 under our own reference: it may have been delivered before. The refusal stands only when no earlier delivery is found.
  const earlier = await track(client, order, reference)
  if (!earlier.ok) return UNKNOWN
  return earlier.value.state === 'absent' ? failed(answer.fault) : good(earlier.value)
}

async function track(client: TmforumClient, order: Delivery, reference: string): Promise<OperatorResult<Tracked>> {
  if (order.kind === 'airtime')
    return tracked(await findBalanceActions(client, { kind: 'topupBalance', msisdn: order.msisdn, reference }), reference, topupState)
  if (order.kind === 'bundle') {
    const filter = { path: client.profile.reference.attributes['622'], value: reference }
    const orders = await client.readFiltered({ system: '622', path: '/productOrder', filter }, ProductOrder)
    return tracked(orders, reference, orderState)
  }
  const filter = { path: client.profile.reference.attributes['676'], value: reference }
  return tracked(await client.readFiltered({ system: '676', path: '/payment', filter }, Payment), reference, paymentState)
}

function tracked<Resource>(
  found: OperatorResult<Resource[]>,
  reference: string,
  stateOf: (resource: Resource, reference: string) => DeliveryState,
): OperatorResult<Tracked> {
  // A failed lookup of any kind does not prove that our call did not arrive.
  if (!found.ok) return UNAVAILABLE
  return good(combinedState(found.value.map((resource) => stateOf(resource, reference))) ?? { state: 'absent' })
}
