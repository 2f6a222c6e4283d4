import type { Chance } from './chance.ts'

type Waiting = { at: number; order: number; wake: (() => void) | null }

/** Virtual time. Everything is scheduled here, so the order of events depends only on the seed. */
export class Timeline {
  now = Date.parse('2026-11-15T08:00:00Z')
  private waiting: Waiting[] = []
  private readonly chance: Chance

  constructor(chance: Chance) {
    this.chance = chance
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise((wake) => this.push({ at: this.now + milliseconds, order: this.chance.next(), wake }))
  }

  after(milliseconds: number, happen: () => void): void {
    this.push({ at: this.now + milliseconds, order: this.chance.next(), wake: happen })
  }

  /** The result cancels it. */
  timer(milliseconds: number, happen: () => void): () => void {
    const item: Waiting = { at: this.now + milliseconds, order: this.chance.next(), wake: happen }
    this.push(item)
    return () => {
      item.wake = null
    }
  }

  /** Runs until nothing is left before `end`. */
  async runUntil(end: number): Promise<void> {
    // What was begun before runs to its first pause.
    await new Promise<void>((settled) => setImmediate(settled))
    for (;;) {
      const next = this.waiting[0]
      if (!next || next.at > end) break
      this.popFirst()
      if (!next.wake) continue
      this.now = Math.max(this.now, next.at)
      next.wake()
      // Everything that the wake-up set in motion runs to its next pause before time moves on.
      await new Promise<void>((settled) => setImmediate(settled))
    }
    this.now = end
  }

  private push(item: Waiting): void {
    let low = 0
    let high = this.waiting.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.waiting[middle]
      if (other && (other.at < item.at || (other.at === item.at && other.order <= item.order))) low = middle + 1
      else high = middle
    }
    this.waiting.splice(low, 0, item)
  }

  private popFirst(): void {
    this.waiting.shift()
  }
}
