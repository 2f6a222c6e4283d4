import { freshOrder } from '#features/payment/engine/fresh-order.ts'
import type { PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { PayMethod } from '#features/payment/engine/pay-order.ts'
import type { Order, Quote } from '#features/payment/engine/records.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { xof } from '#shared/money.ts'
import type { Chance } from './chance.ts'
import { PROVIDERS } from './providers.ts'
import type { World } from './world.ts'

const HOUR = 3_600_000

/** Somebody pays, impatiently: twice at once, in a crowd of tabs, by another method, coming back, giving up. */
export async function visit(world: World, visitor: number): Promise<void> {
  const { chance, timeline } = world
  const { engine, store } = await world.begin()
  const order = anOrder(world.newId('order'), timeline.now, chance)
  world.plagues.mayStrike(order.id)
  const { orderId } = await store.createOrder(order, { clientKey: `key${visitor}`, requestHash: 'same' })
  world.orderIds.push(orderId)
  for (let tries = chance.between(1, 3); tries > 0; tries -= 1) {
    // A PIN is where most can go wrong: it is entered more often than people do.
    const connector = chance.happens(0.15) ? 'money-pin' : chance.pick(PROVIDERS).id
    const method: PayMethod = {
      connector,
      payer: { msisdn: '90000001', email: null },
      quote: aQuote(chance),
      description: '',
      language: 'fr',
    }
    const others = chance.happens(0.03) ? chance.between(20, 60) : chance.happens(0.3) ? 1 : 0
    for (let other = 0; other < others; other += 1) world.watch(payElsewhere(world, orderId, method))
    const beginning = await trying(world, engine.pay(orderId, method))
    if (connector === 'money-pin' && beginning && 'attempt' in beginning) await enterPins(world, engine, orderId, beginning.attempt.id)
    await timeline.pause(chance.between(0, 300_000))
    if (beginning?.kind === 'begun' && chance.happens(0.5)) await engine.askNow(orderId, beginning.attempt.id)
  }
}

async function payElsewhere(world: World, orderId: string, method: PayMethod): Promise<void> {
  await world.timeline.pause(world.chance.between(0, world.chance.pick([5, 3_000])))
  await (await world.begin()).engine.pay(orderId, method)
}

/** What throws on a visitor's way is shown as an error page: the visitor goes on. */
async function trying<Value>(world: World, step: Promise<Value>): Promise<Value | null> {
  return step.catch((error: unknown) => {
    world.noteUnlessPlanted(error)
    return null
  })
}

/** A few PINs, some of them pressed twice, in two tabs, or while the one before is still on its way. */
async function enterPins(world: World, engine: PaymentEngine, orderId: string, attemptId: string): Promise<void> {
  const { chance, timeline } = world
  const pin = { kid: 'k', ciphertext: '' }
  for (let tries = chance.between(1, 4); tries > 0; tries -= 1) {
    if (chance.happens(0.6)) world.watch((await world.begin()).engine.askNow(orderId, attemptId))
    if (chance.happens(0.3)) world.watch((await world.begin()).engine.enterSecret(orderId, pin))
    const entry = await trying(world, engine.enterSecret(orderId, pin))
    await timeline.pause(chance.between(0, chance.pick([500, 90_000])))
    if (entry?.kind === 'taken' && chance.happens(0.8)) return
  }
}

/** Some pay in another currency, at a rate of that moment: more than the price in figures, or less. */
function aQuote(chance: Chance): Quote | null {
  if (!chance.happens(0.3)) return null
  return { asked: { minor: chance.between(50, 20_000), currency: chance.pick(['USD', 'CDF']) }, rate: '1.5' }
}

function anOrder(id: string, now: number, chance: Chance): Order {
  const msisdn = '90000001'
  if (!isMobileNumber(msisdn)) throw new Error('unreachable')
  const amount = xof(chance.between(100, 5_000))
  return freshOrder({
    id,
    reference: `G-${id}`,
    delivery: { kind: 'airtime', msisdn },
    amount: { minor: amount, currency: 'XOF' },
    wantedUntil: new Date(now + chance.pick([2, 24]) * HOUR),
    createdAt: new Date(now),
  })
}
