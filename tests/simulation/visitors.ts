import { freshOrder, type Attempt, type Order, type Quote } from '#features/payment/engine/records.ts'
import type { PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { PayMethod } from '#features/payment/engine/pay-order.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { money } from '#shared/money.ts'
import type { Chance } from './chance.ts'
import { PROMPT_SECONDS, PROVIDERS } from './providers.ts'
import type { Program, World } from './world.ts'

const HOUR = 3_600_000
const NUMBERS = ['90000001', '90000002', '90000003', '90000004'].filter((number) => isMobileNumber(number))

/** An impatient payer: twice at once, in many tabs, by another method, coming back, giving up. */
export async function visit(world: World, visitor: number): Promise<void> {
  const { chance, timeline } = world
  const { engine, store } = await world.begin()
  const line = world.people.pick(NUMBERS)
  // A card's holder is unknown: the portal stores the line as payer. Each wallet has a number of its own, which may be the line.
  const payers = new Map(PROVIDERS.map(({ id, kind }) => [id, kind.endsWith('card') ? line : world.people.pick([line, ...NUMBERS])]))
  const order = anOrder(world.newId('order'), timeline.now, { chance, line, prices: world.prices })
  world.plagues.mayStrike(order.id)
  const { orderId } = await store.createOrder(order, { clientKey: `key${visitor}`, requestHash: 'same' })
  world.orderIds.push(orderId)
  for (let tries = chance.between(1, 3); tries > 0; tries -= 1) {
    // A PIN is where most can go wrong: it is entered more often than people do.
    const connector = chance.happens(0.15) ? 'money-pin' : chance.pick(PROVIDERS).id
    const method: PayMethod = {
      connector,
      payer: { msisdn: payers.get(connector) ?? line, email: null },
      quote: aQuote(chance, world.prices),
      description: '',
      language: 'fr',
    }
    const others = chance.happens(0.03) ? chance.between(20, 60) : chance.happens(0.3) ? 1 : 0
    for (let other = 0; other < others; other += 1) world.watch(payElsewhere(world, orderId, method))
    const before = eventsOf(world, orderId).length
    const beginning = await trying(world, engine.pay(orderId, method))
    if (beginning?.kind === 'being-confirmed') await checkWaiting(world, { store, orderId, before })
    if (connector === 'money-pin' && beginning && 'attempt' in beginning) await enterPins(world, engine, orderId, beginning.attempt.id)
    // After a refused start the visitor tries another method at once.
    const isRefused = beginning?.kind === 'begun' && beginning.attempt.action === null
    if (isRefused && chance.happens(0.7)) tries += 1
    await timeline.pause(chance.between(0, isRefused ? 20_000 : 300_000))
    if (beginning?.kind === 'begun' && chance.happens(0.5)) await engine.queryNow(orderId, beginning.attempt.id)
  }
}

async function payElsewhere(world: World, orderId: string, method: PayMethod): Promise<void> {
  await world.timeline.pause(world.chance.between(0, world.chance.pick([5, 3_000])))
  await (await world.begin()).engine.pay(orderId, method)
}

type Waiting = { store: Program['store']; orderId: string; /** Events of the order when the visitor pressed. */ before: number }

function eventsOf({ database }: World, orderId: string) {
  return database.events.filter((event) => event.orderId === orderId)
}

/** I20: a visitor must wait only for a reason: a doubt, a missing answer, a known reference, or a prompt that may be on a phone. */
async function checkWaiting(world: World, { store, orderId, before }: Waiting): Promise<void> {
  const attempts = (await store.read(orderId))?.attempts ?? []
  const events = eventsOf(world, orderId)
  // The reason may have ended since.
  if (events.length > before) return
  const isReason = ({ id, doubt, state, connector, ref, isSecretPending, createdAt }: Attempt) => {
    // A process that died or threw while it recorded the refusal lost it.
    const isRecorded = world.isCalm || events.some(({ kind, attemptId }) => kind === 'start-answered' && attemptId === id)
    const refused = world.providers.get(connector)?.refused.byRef.get(ref)
    const isAnswered = refused?.isWhole && (!refused.mayRing || world.timeline.now - createdAt.getTime() > 2 * PROMPT_SECONDS * 1000)
    return (
      doubt !== null || isSecretPending || state === 'CREATED' || state === 'PAID' || (state === 'UNKNOWN' && !(isAnswered && isRecorded))
    )
  }
  const isOver = attempts.some(({ isWinner }) => isWinner)
  if (!isOver && !attempts.some(isReason)) world.errors.push(`I20 ${orderId}: told to wait after a definite no`)
}

/** An error is shown to the visitor as an error page: the visitor continues. */
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
    if (chance.happens(0.6)) world.watch((await world.begin()).engine.queryNow(orderId, attemptId))
    if (chance.happens(0.3)) world.watch((await world.begin()).engine.enterSecret(orderId, pin))
    const entry = await trying(world, engine.enterSecret(orderId, pin))
    await timeline.pause(chance.between(0, chance.pick([500, 90_000])))
    if (entry?.kind === 'taken' && chance.happens(0.8)) return
  }
}

/** Some pay in another currency, at a rate of that moment: more than the price in figures, or less. */
function aQuote(chance: Chance, prices: World['prices']): Quote | null {
  if (!chance.happens(0.3)) return null
  return { asked: { minor: chance.between(50, 20_000), currency: chance.pick(['USD', prices === 'CDF' ? 'XOF' : 'CDF']) }, rate: '1.5' }
}

export function anOrder(
  id: string,
  now: number,
  { chance, line, prices }: { chance: Chance; line: MobileNumber; prices: World['prices'] },
): Order {
  const amount = money(chance.between(100, 5_000), prices)
  return freshOrder({
    id,
    reference: `G-${id}`,
    delivery: { kind: 'airtime', msisdn: line },
    amount,
    wantedUntil: new Date(now + chance.pick([2, 24]) * HOUR),
    createdAt: new Date(now),
  })
}
