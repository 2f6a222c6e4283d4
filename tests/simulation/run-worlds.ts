import { brokenInvariants, storyOf } from './invariants.ts'
import { pester } from './strangers.ts'
import { visit } from './visitors.ts'
import { eagerWork, staffProblems, staffWork } from './staff-people.ts'
import { chanceOf } from './chance.ts'
import { call, type Presses } from './ussd-callers.ts'
import { UssdDesk } from './ussd-desk.ts'
import { payTogether } from './subject-payers.ts'
import { World, type Core } from './world.ts'

const USSD_SEEDS = 3_000_000

export type BrokenWorld = { seed: number; problems: string[]; story: string }

/** Runs worlds one after the other; returns the first that broke an invariant, or null. */
export async function firstBrokenWorld(core: Core, seeds: { from: number; count: number }): Promise<BrokenWorld | null> {
  for (let seed = seeds.from; seed < seeds.from + seeds.count; seed += 1) {
    const broken = await brokenWorld(core, seed)
    if (broken) return broken
  }
  return null
}

export async function brokenWorld(core: Core, seed: number): Promise<BrokenWorld | null> {
  const world = new World(seed, core)
  // A separate random sequence, so that worlds without a USSD user do not change.
  const chance = chanceOf(seed + USSD_SEEDS)
  const [desk, presses] = [new UssdDesk(world), { count: 0 }]
  if (chance.happens(0.25)) world.watch(call(world, desk, { presses, chance }))
  if (world.debts.chance.happens(0.6)) world.watch(payTogether(world))
  if (world.staff.isStaffed) for (const work of [staffWork, staffWork, eagerWork]) world.watch(work(world))
  // When processes die very often, so many concurrent orders would delay two workers too much.
  if (world.isCalm && world.people.happens(0.25)) world.watch(pester(world))
  try {
    await world.live(visit)
  } catch (error) {
    return { seed, problems: [`threw ${String(error)}`], story: storyOf(world) }
  }
  const problems = [...brokenInvariants(world), ...world.subjects.paidTwice(), ...unasked(world, desk, presses), ...staffProblems(world)]
  return problems.length > 0 ? { seed, problems, story: storyOf(world) } : null
}

/** USSD-5: there are never more payments than presses for them, however often and in whatever order a gateway sends a press. */
function unasked(world: World, desk: UssdDesk, presses: Presses): string[] {
  const captured = new Set(
    [...world.providers.values()].flatMap(({ payments }) => payments.filter((payment) => payment.captured > 0).map(({ ref }) => ref)),
  )
  const paid = desk.orderIds.filter((id) => world.database.orders.get(id)?.state.attempts.some(({ ref }) => captured.has(ref)))
  return paid.length > presses.count ? [`USSD-5 ${paid.length} orders were paid, pressed for ${presses.count} times`] : []
}
