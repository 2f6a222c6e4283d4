import { brokenInvariants, storyOf } from './invariants.ts'
import { visit } from './visitors.ts'
import { World, type Core } from './world.ts'

export type BrokenWorld = { seed: number; problems: string[]; story: string }

/** Lives worlds one after the other; answers the first that broke an invariant, or null. */
export async function firstBrokenWorld(core: Core, seeds: { from: number; count: number }): Promise<BrokenWorld | null> {
  for (let seed = seeds.from; seed < seeds.from + seeds.count; seed += 1) {
    const broken = await brokenWorld(core, seed)
    if (broken) return broken
  }
  return null
}

export async function brokenWorld(core: Core, seed: number): Promise<BrokenWorld | null> {
  const world = new World(seed, core)
  try {
    await world.live(visit)
  } catch (error) {
    return { seed, problems: [`threw ${String(error)}`], story: storyOf(world) }
  }
  const problems = brokenInvariants(world)
  return problems.length > 0 ? { seed, problems, story: storyOf(world) } : null
}
