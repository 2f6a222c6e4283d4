import { isMobileNumber } from '#shared/mobile-number.ts'
import { anOrder } from './visitors.ts'
import type { World } from './world.ts'

const VICTIM = '90000009'

/** I21: orders for one number in a row, each with a push to its phone or an unknown card. Its holder accepts some of them. */
export async function pester(world: World): Promise<void> {
  const { people, timeline } = world
  if (!isMobileNumber(VICTIM)) throw new Error('unreachable')
  for (let orders = people.between(8, 20); orders > 0; orders -= 1) {
    const { engine, store } = await world.begin()
    const order = anOrder(world.newId('order'), timeline.now, { chance: people, line: VICTIM, prices: world.prices })
    const { orderId } = await store.createOrder(order, { clientKey: `stranger ${orders}`, requestHash: 'same' })
    world.orderIds.push(orderId)
    const connector = people.happens(0.8) ? 'money-push' : 'paystack'
    const paying = engine.pay(orderId, {
      connector,
      payer: { msisdn: VICTIM, email: null },
      quote: null,
      description: '',
      language: 'fr',
    })
    world.watch(paying)
    await timeline.pause(people.between(100, 120_000))
  }
}
