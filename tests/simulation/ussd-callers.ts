import type { Chance } from './chance.ts'
import type { UssdDesk } from './ussd-desk.ts'
import type { World } from './world.ts'

/** How often a user pressed a digit that pays, at a screen that said so. */
export type Presses = { count: number }

const MAX_WAIT_MS = 8_000

/** A USSD recharge over a gateway that repeats, delays, reorders and loses messages; the user may hang up in the middle. */
export async function call(world: World, desk: UssdDesk, { presses, chance }: { presses: Presses; chance: Chance }): Promise<void> {
  const number = '90000001'
  for (let sessions = chance.between(1, 3); sessions > 0; sessions -= 1) {
    // Gateways repeat their ids.
    const gatewayId = chance.happens(0.3) ? 'again' : world.newId('session')
    // Some dial a code that goes through every screen at once, or tap a link that does.
    const inputs: string[] = chance.happens(0.2) ? ['1', '1', '500', '1', '1'] : []
    const dialled = inputs.length
    let screen = await send(world, desk, { gatewayId, number, inputs: [...inputs] }, chance)
    for (let steps = 0; steps < 10 && screen?.startsWith('CON'); steps += 1) {
      if (chance.happens(0.1)) break
      const input = inputFor(screen, chance)
      if (isPayment(screen, input)) presses.count += 1
      inputs.push(input)
      await world.timeline.pause(chance.between(500, 6_000))
      screen = await send(world, desk, { gatewayId, number, inputs: [...inputs] }, chance)
    }
    await world.timeline.pause(chance.between(0, chance.pick([100, 20_000, 400_000])))
    // A gateway that lost its memory sends a whole session again, without a user at the phone.
    const end = chance.happens(0.3) ? inputs.length : dialled - 1
    for (let count = dialled; count <= end; count += 1)
      await send(world, desk, { gatewayId, number, inputs: inputs.slice(0, count) }, chance)
  }
}

/** The first answer that arrives; copies go on by themselves, some of them much later. Null when none came in time. */
async function send(world: World, desk: UssdDesk, request: Parameters<UssdDesk['hear']>[0], chance: Chance): Promise<string | null> {
  const answered = Promise.withResolvers<string | null>()
  for (let copy = chance.between(1, 3); copy > 0; copy -= 1) {
    const delay = chance.pick([0, 50, 2_500, 15_000])
    const deliver = async () => {
      await world.timeline.pause(delay)
      const answer = await desk.hear(request)
      if (!chance.happens(0.1)) answered.resolve(answer)
    }
    world.watch(deliver())
  }
  world.timeline.after(MAX_WAIT_MS, () => answered.resolve(null))
  return answered.promise
}

function inputFor(screen: string, chance: Chance): string {
  if (chance.happens(0.05)) return chance.pick(['0', '00', '9', ''])
  if (screen.includes('Type the amount')) return chance.pick(['500', '500', '700'])
  if (screen.includes('Already asked for')) return chance.pick(['1', '2'])
  if (screen.includes('Pay by')) return chance.pick(['1', '2'])
  return '1'
}

function isPayment(screen: string, input: string): boolean {
  if (screen.includes('Already asked for')) return input === '2'
  return screen.includes('Pay by') && (input === '1' || input === '2')
}
