import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Collection, Store } from './journal-store.ts'

/** The result of a job: done, or another run. */
export type JobOutcome = 'done' | { againAfterMs: number }
export type JobWork<D> = (data: D, job: { id: string; tries: number }) => Promise<JobOutcome>

export type Scheduler = {
  /** Names the work for a kind of job; at start, before jobs run. */
  handle<D>(kind: string, work: JobWork<D>): void
  knows(kind: string): boolean
  /** Stored, so it happens even if the program is killed meanwhile. Work may therefore run twice: it must bear that. */
  schedule(job: { kind: string; data: unknown; afterMs?: number; id?: string }): string
  cancel(id: string): void
  /** Runs one job without waiting for its time; nothing happens when it is gone. */
  runNow(id: string): Promise<void>
  /** Moves the clock, stopping at each due job in order, and resolves when all of them ran. */
  advance(milliseconds: number): Promise<void>
  start(): void
  stop(): Promise<void>
}

type Job = { id: string; kind: string; dueAt: number; data: unknown; tries: number }
type Options = { store: Store; clock: Clock; onError: (error: unknown, kind: string) => void }

const SHORTEST_TIMER_MS = 5
const MAX_TIMER_MS = 60_000

export function createScheduler(options: Options): Scheduler {
  return new JobScheduler(options)
}

class JobScheduler implements Scheduler {
  readonly #jobs: Collection<Job>
  readonly #clock: Clock
  readonly #onError: Options['onError']
  readonly #works = new Map<string, JobWork<never>>()
  readonly #running = new Map<string, Promise<void>>()
  #state: 'idle' | 'on' | 'advancing' | 'stopped' = 'idle'
  #timer: NodeJS.Timeout | undefined
  #timerAt = Infinity
  #lastAdvance: Promise<void> = Promise.resolve()

  constructor({ store, clock, onError }: Options) {
    this.#jobs = store.collection<Job>('jobs')
    this.#clock = clock
    this.#onError = onError
  }

  handle<D>(kind: string, work: JobWork<D>): void {
    this.#works.set(kind, work)
  }

  knows(kind: string): boolean {
    return this.#works.has(kind)
  }

  schedule({ kind, data, afterMs = 0, id = randomUUID() }: { kind: string; data: unknown; afterMs?: number; id?: string }): string {
    const dueAt = this.#clock.now() + afterMs
    this.#jobs.put(id, { id, kind, dueAt, data, tries: 0 })
    this.#arm(dueAt)
    return id
  }

  cancel(id: string): void {
    this.#jobs.remove(id)
  }

  async runNow(id: string): Promise<void> {
    const job = this.#jobs.get(id)
    if (job) await this.#run(job)
  }

  advance(milliseconds: number): Promise<void> {
    this.#lastAdvance = this.#lastAdvance.then(() => this.#advanceNow(milliseconds))
    return this.#lastAdvance
  }

  start(): void {
    this.#state = 'on'
    this.#runDueJobs()
  }

  async stop(): Promise<void> {
    this.#state = 'stopped'
    clearTimeout(this.#timer)
    await Promise.all(this.#running.values())
  }

  async #advanceNow(milliseconds: number): Promise<void> {
    const before = this.#state
    this.#state = 'advancing'
    await Promise.all(this.#running.values())
    const target = this.#clock.now() + milliseconds
    for (let job = this.#nextJob(target); job; job = this.#nextJob(target)) {
      this.#clock.moveTo(job.dueAt)
      await this.#run(job)
    }
    this.#clock.moveTo(target)
    if (this.#state === 'advancing') this.#state = before
    this.#runDueJobs()
  }

  #nextJob(until: number): Job | undefined {
    let first: Job | undefined
    for (const job of this.#jobs.all()) if (job.dueAt <= until && job.dueAt < (first?.dueAt ?? Infinity)) first = job
    return first
  }

  #arm(dueAt: number): void {
    if (this.#state !== 'on' || dueAt >= this.#timerAt) return
    clearTimeout(this.#timer)
    this.#timerAt = dueAt
    const delayMs = Math.min(Math.max(dueAt - this.#clock.now(), SHORTEST_TIMER_MS), MAX_TIMER_MS)
    this.#timer = setTimeout(() => this.#runDueJobs(), delayMs).unref()
  }

  #runDueJobs(): void {
    this.#timerAt = Infinity
    if (this.#state !== 'on') return
    let next = Infinity
    for (const job of this.#jobs.all()) {
      if (this.#running.has(job.id)) continue
      if (job.dueAt <= this.#clock.now()) void this.#run(job)
      else next = Math.min(next, job.dueAt)
    }
    this.#arm(next)
  }

  #run(job: Job): Promise<void> {
    const already = this.#running.get(job.id)
    if (already) return already
    const work = this.#perform(job).finally(() => this.#running.delete(job.id))
    this.#running.set(job.id, work)
    return work
  }

  async #perform(job: Job): Promise<void> {
    let outcome: JobOutcome = 'done'
    try {
      const work = this.#works.get(job.kind)
      assert(work, `no work is known for jobs of kind ${job.kind}`)
      outcome = await work(job.data as never, { id: job.id, tries: job.tries })
    } catch (error) {
      this.#onError(error, job.kind) // a job that throws is a bug in a simulator; a retry would only repeat it
    }
    const isStillWanted = this.#jobs.get(job.id) !== undefined // not after a reset or a cancel
    if (!isStillWanted) return
    if (outcome === 'done') return this.#jobs.remove(job.id)
    const dueAt = this.#clock.now() + outcome.againAfterMs
    this.#jobs.put(job.id, { ...job, dueAt, tries: job.tries + 1 })
    this.#arm(dueAt)
  }
}
