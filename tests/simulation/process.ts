import type { Chance } from './chance.ts'
import type { Timeline } from './timeline.ts'

/** A process of ours that may die at any await. What it had not committed is then lost; what it had asked for outside is not. */
export class SimulatedProcess {
  isAlive = true
  /** Settles when the process dies. */
  readonly death: Promise<void>
  private die: () => void = () => {}
  private readonly timeline: Timeline
  private readonly chance: Chance
  private readonly crashProbability: () => number

  constructor(timeline: Timeline, chance: Chance, crashProbability: () => number) {
    this.timeline = timeline
    this.chance = chance
    this.crashProbability = crashProbability
    this.death = new Promise((resolve) => (this.die = resolve))
  }

  /** A moment passes, in which this process may die. A dead process never goes on. */
  async moment(mostMilliseconds: number): Promise<void> {
    if (this.isAlive && this.chance.happens(this.crashProbability())) {
      this.isAlive = false
      this.die()
    }
    await this.timeline.pause(this.chance.between(0, mostMilliseconds))
    if (!this.isAlive) await new Promise(() => {})
  }
}
