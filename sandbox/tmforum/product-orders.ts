import { Type, type Static } from 'typebox'
import type { Collection } from '../world/journal-store.ts'
import type { ActiveBundle, Line } from '../world/lines.ts'
import type { World } from '../world/world.ts'
import { lineOf } from './lines-in-query.ts'
import { isDeliveryRefused } from './balance-actions.ts'
import { findOffer } from './catalogue/every-offer.ts'
import { endOf, type Offer } from './catalogue/offer.ts'
import type { TmfRecord } from './collection-query.ts'
import { badRequest } from './refusal.ts'
import { creation, hrefOf, newId, type Mount, type Resource } from './resource.ts'
import { hasLeadFor } from './sales-leads.ts'
import { CURRENCY } from '../operator.ts'

const PATH = 'productOrder'
const JOB = 'tmforum.order'
const REFERENCE_FIELD = 'externalId'
const IN_PROGRESS_AFTER_MS = 100
const FINISHED_AFTER_MS = 300
const CONNECTION_FEE = 20_000

const Party = Type.Object({ id: Type.String(), role: Type.Optional(Type.String()) })
const Characteristic = Type.Object({ name: Type.String(), value: Type.Unknown() })
const Amount = Type.Object({ unit: Type.Literal(CURRENCY), value: Type.Number() })
const Item = Type.Object({
  id: Type.String({ minLength: 1 }),
  action: Type.Literal('add'),
  quantity: Type.Optional(Type.Literal(1)),
  productOffering: Type.Object({ id: Type.String() }),
  product: Type.Optional(Type.Object({ productCharacteristic: Type.Optional(Type.Array(Characteristic)) })),
  itemTotalPrice: Type.Optional(
    Type.Array(Type.Object({ price: Type.Optional(Type.Object({ taxIncludedAmount: Type.Optional(Amount) })) })),
  ),
})
const OrderBody = Type.Object({
  externalId: Type.Optional(Type.String()),
  relatedParty: Type.Optional(Type.Array(Party)),
  payment: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  productOrderItem: Type.Array(Item, { minItems: 1, maxItems: 1 }),
})
type OrderBody = Static<typeof OrderBody>
type OrderItem = Static<typeof Item>

type ProductOrder = {
  id: string
  state: 'acknowledged' | 'inProgress' | 'completed' | 'failed'
  reference: string
  msisdn: string
  productCode: string
  item: OrderItem
  orderedAt: string
  /** The time between 'inProgress' and completion. */
  workMs: number
  finishedAt?: string
  said: Readonly<Record<string, unknown>>
}

/** TMF622: a bundle for a line, delivered a moment after it is ordered. */
export function productOrders(mount: Mount): Resource[] {
  const { world, profile } = mount
  const orders = ordersOf(world)
  return [
    {
      path: PATH,
      list: {
        operation: 'order.list',
        run(query) {
          const reference = profile.referenceInQuery(query, REFERENCE_FIELD)
          return (reference === undefined ? orders.all() : orders.group(reference)).map((order) => shownOrder(mount, order))
        },
      },
      read: {
        operation: 'order.read',
        run(id) {
          const order = orders.get(id)
          return order && shownOrder(mount, order)
        },
      },
      create: creation({
        operation: 'order.create',
        schema: OrderBody,
        referenceField: REFERENCE_FIELD,
        run({ body, reference, lateMs = FINISHED_AFTER_MS }) {
          const order = readOrder(world, body, { reference, lateMs })
          const afterMs = lateMs - order.workMs
          world.store.together(() => {
            orders.put(order.id, order)
            world.scheduler.schedule({ kind: JOB, data: { id: order.id }, afterMs })
          })
          return shownOrder(mount, order)
        },
      }),
    },
  ]
}

function ordersOf({ store }: World): Collection<ProductOrder> {
  return store.collection<ProductOrder>('tmforum.orders', { groupBy: ({ reference }) => reference })
}

function readOrder(world: World, body: OrderBody, { reference, lateMs }: { reference: string; lateMs: number }): ProductOrder {
  const { externalId: _externalId, productOrderItem, ...said } = body
  const [item] = productOrderItem
  if (!item) throw badRequest('productOrderItem is empty')
  const line = namedLine(world, item, body)
  const offer = namedOffer(world, item, line)
  const workMs = Math.max(0, lateMs - IN_PROGRESS_AFTER_MS)
  const id = newId('OR')
  return {
    id,
    state: 'acknowledged',
    reference,
    msisdn: line.msisdn,
    productCode: offer.code,
    item,
    orderedAt: world.clock.iso(),
    workMs,
    said,
  }
}

function namedLine(world: World, item: OrderItem, { relatedParty = [] }: OrderBody): Line {
  const named = item.product?.productCharacteristic?.find(({ name }) => name === 'msisdn')?.value
  const number = typeof named === 'string' ? named : relatedParty.find(({ role }) => role === undefined || role === 'customer')?.id
  const line = lineOf(world, number)
  if (!line) throw badRequest('The order names no line of this operator')
  return line
}

function namedOffer(world: World, { productOffering, itemTotalPrice = [] }: OrderItem, line: Line): Offer {
  const offer = findOffer(productOffering.id)
  if (!offer || offer.isRetired || offer.isUnsold)
    throw badRequest(`There is no product offering ${productOffering.id} to order`, 'unknownOffering')
  const isForLead = offer.serviceType === 'HBB_ODU_AW' && hasLeadFor(world, offer.code, line.msisdn)
  if (!isForLead && !offer.lineTypes.includes(line.type))
    throw badRequest(`${offer.code} is not for a line of type ${line.type}`, 'notEligible')
  const price = orderPrice(offer)
  const wrong = itemTotalPrice.find((total) => total.price?.taxIncludedAmount && total.price.taxIncludedAmount.value !== price)
  if (wrong) throw badRequest(`${offer.code} costs ${price} ${CURRENCY}`, 'wrongPrice')
  return offer
}

/** The 5G box is installed: its first order holds the one-time fee as well. */
function orderPrice({ price, serviceType }: Offer): number {
  return serviceType === 'HBB_ODU_AW' ? price + CONNECTION_FEE : price
}

export function handleOrders(world: World): void {
  const orders = ordersOf(world)
  world.scheduler.handle<{ id: string }>(JOB, async ({ id }) => {
    const order = orders.get(id)
    if (order?.state === 'acknowledged') {
      orders.put(id, { ...order, state: 'inProgress' })
      return { againAfterMs: order.workMs }
    }
    if (order?.state === 'inProgress') finish(world, order)
    return 'done'
  })
}

function finish(world: World, order: ProductOrder): void {
  const { id, msisdn, productCode, reference, said } = order
  const orders = ordersOf(world)
  const offer = findOffer(productCode)
  const finishedAt = world.clock.iso()
  const parties = (said['relatedParty'] ?? []) as { id?: string }[]
  const [payment] = (said['payment'] ?? []) as { id?: string }[]
  if (!offer || isDeliveryRefused(world, { numbers: [msisdn, ...parties.map((party) => party.id)], payment: payment?.id }))
    return orders.put(id, { ...order, state: 'failed', finishedAt })
  world.store.together(() => {
    world.money.move({
      face: 'tmforum',
      kind: 'order',
      reference: id,
      ourReference: reference,
      msisdn,
      productCode,
      amount: orderPrice(offer),
      currency: CURRENCY,
      from: { kind: 'outside', name: 'operator' },
      to: { kind: 'outside', name: 'bundles' },
    })
    // The box has a line of its own: the contact's phone gets nothing.
    if (offer.serviceType !== 'HBB_ODU_AW') world.lines.addBundles(msisdn, benefitsOf(offer, id, world.clock.now()))
    orders.put(id, { ...order, state: 'completed', finishedAt })
  })
}

function benefitsOf(offer: Offer, orderId: string, now: number): ActiveBundle[] {
  return (['data', 'voice', 'sms'] as const).flatMap((usage) => {
    const volume = offer[usage]
    if (!volume) return []
    const { amount, unit } = volume
    const parts = { productCode: offer.code, name: offer.name.fr, usage, unit, remaining: amount, total: amount }
    return [{ id: `${orderId}-${usage}`, ...parts, startsAt: now, endsAt: endOf(offer.validity, now) }]
  })
}

function shownOrder(mount: Mount, order: ProductOrder): TmfRecord {
  const { id, state, reference, item, orderedAt, finishedAt, said } = order
  return {
    ...said,
    id,
    href: hrefOf(mount, PATH, id),
    state,
    orderDate: orderedAt,
    ...(finishedAt === undefined ? {} : { completionDate: finishedAt }),
    ...mount.profile.shownReference(REFERENCE_FIELD, reference),
    productOrderItem: [{ ...item, state }],
    '@type': 'ProductOrder',
  }
}
