import { freshOrder, type Order } from '#features/payment/engine/records.ts'
import type { PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { PayMethod } from '#features/payment/engine/pay-order.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { PROVIDERS } from './providers.ts'
import type { World } from './world.ts'

const HOUR = 3_600_000
const PAUSES = [0, 5_000, 60_000, 600_000, 960_000, 1_200_000, 3 * HOUR]

/** F62, F63: one subject, chosen by several visitors before any of them pays. Some only look; some press at the same moment. */
export async function payTogether(world: World): Promise<void> {
  const { chance } = world.debts
  const isTogether = chance.happens(0.3)
  for (let payer = chance.between(2, 4); payer > 0; payer -= 1) world.watch(payOne(world, isTogether))
}

async function payOne(world: World, isTogether: boolean): Promise<void> {
  const { timeline, debts } = world
  const { chance } = debts
  const { engine, store } = await world.begin()
  const id = world.newId('order')
  const order = anOrder(id, timeline.now, debts.subject)
  await store.createOrder(order, { clientKey: `key-${id}`, requestHash: 'same' })
  world.orderIds.push(id)
  // Opening the hub and leaving does not block others.
  if (chance.happens(0.3)) return
  let last: PayMethod['connector'] | null = null
  for (let tries = chance.between(1, 3); tries > 0; tries -= 1) {
    await timeline.pause(isTogether ? 2_000 : chance.pick(PAUSES) + chance.between(0, 3_000))
    // Many come back to the page that they were given before.
    const other = chance.pick(PROVIDERS.filter((provider) => provider.kind !== 'pin')).id
    last = last !== null && chance.happens(0.5) ? last : other
    await press(world, engine, { order, connector: last })
  }
  if (last === null || !chance.happens(0.4)) return
  await timeline.pause(chance.pick([120_000, 600_000, 1_200_000]))
  await press(world, engine, { order, connector: last })
}

async function press(
  world: World,
  engine: PaymentEngine,
  { order, connector }: { order: Order; connector: PayMethod['connector'] },
): Promise<void> {
  const { timeline, debts } = world
  const { chance } = debts
  const method: PayMethod = { connector, payer: { msisdn: '90000001', email: null }, quote: null, description: '', language: 'fr' }
  const beginning = await engine.pay(order.id, method).catch((error: unknown) => {
    world.noteUnlessPlanted(error)
    return null
  })
  world.subjects.checkAnswer(order, beginning)
  if (beginning?.kind === 'begun' && chance.happens(0.4)) {
    await timeline.pause(chance.between(0, 10_000))
    world.database.left.set(beginning.attempt.id, timeline.now)
  }
}

function anOrder(id: string, now: number, subject: NonNullable<Order['subject']>) {
  const msisdn = '90000001'
  if (!isMobileNumber(msisdn)) throw new Error('unreachable')
  return freshOrder({
    id,
    reference: `G-${id}`,
    delivery: { kind: 'airtime', msisdn },
    amount: { minor: 500, currency: 'XOF' },
    wantedUntil: new Date(now + 24 * HOUR),
    subject,
    createdAt: new Date(now),
  })
}
