import type { createDatabaseClock, DatabaseClock } from '#server/database-clock.ts'
import type { Chance } from './chance.ts'
import type { Timeline } from './timeline.ts'

/** An injected error; any other error is a bug. */
export class PlantedError extends Error {}

/** The faults of a process: whether it dies or throws at an await, and the error of its clock. */
export type Fate = { crashes: number; throws: number }
export type WallClock = { aheadMs: number; isFrozen: boolean }

/** A process of the portal that may die or throw at any await. Uncommitted work is then lost; sent calls are not. */
export class SimulatedProcess {
  isAlive = true
  /** Settles when the process dies. */
  readonly death: Promise<void>
  readonly clock: DatabaseClock
  private die: () => void = () => {}
  private readonly timeline: Timeline
  private readonly chance: Chance
  private readonly fate: Fate

  constructor({ timeline, chance, fate, wall, createClock }: Surroundings) {
    this.timeline = timeline
    this.chance = chance
    this.fate = fate
    this.death = new Promise((resolve) => (this.die = resolve))
    const begunMs = timeline.now
    this.clock = createClock({
      askDatabase: async () => new Date(timeline.now),
      wallMs: () => (wall.isFrozen ? begunMs : timeline.now) + wall.aheadMs,
      steadyMs: () => timeline.now - begunMs,
    })
  }

  /** Passes a moment in which this process may die or throw. A dead process never continues. */
  async moment(mostMilliseconds: number): Promise<void> {
    if (this.isAlive && this.chance.happens(this.fate.crashes)) {
      this.isAlive = false
      this.die()
    }
    await this.timeline.pause(this.chance.between(0, mostMilliseconds))
    if (!this.isAlive) await new Promise(() => {})
    if (this.chance.happens(this.fate.throws)) throw new PlantedError('planted')
  }
}

export type Surroundings = {
  timeline: Timeline
  chance: Chance
  fate: Fate
  wall: WallClock
  createClock: typeof createDatabaseClock
}
