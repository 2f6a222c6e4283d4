import type { Transaction } from 'kysely'
import { PgBoss, fromKysely } from 'pg-boss'
import type { Tables } from './tables.ts'

/** Work that must happen after the answer, stored in the same transaction as the data it is about. */
export type Jobs = {
  enqueue(tx: Transaction<Tables>, queue: string, data: object): Promise<void>
  /** Handles a queue's jobs one by one; a handler that throws is tried again with growing pauses. */
  work<Data extends object>(queue: string, handle: (data: Data) => Promise<void>): Promise<void>
  /** Runs once per tick over all replicas. */
  everyMinutes(queue: string, minutes: number, handle: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const RETRIES = 10
const RETRY_DELAY_SECONDS = 2
const LONGEST_RETRY_DELAY_SECONDS = 600
const HEARTBEAT_SECONDS = 10
/** A retry is not announced: this is how late it may be noticed. */
const BACKSTOP_SECONDS = 2
const STOP_TIMEOUT_MS = 5_000

export async function startJobs(databaseUrl: string, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'guichet-jobs', max: 4, useListenNotify: true })
  boss.on('error', onError)
  await boss.start()

  async function declare(queue: string): Promise<void> {
    await boss.createQueue(queue, {
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: RETRIES,
      retryDelay: RETRY_DELAY_SECONDS,
      retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
      retryBackoff: true,
    })
  }

  async function work<Data extends object>(queue: string, handle: (data: Data) => Promise<void>): Promise<void> {
    await declare(queue)
    await boss.work<Data>(queue, { notifyPollingIntervalSeconds: BACKSTOP_SECONDS }, async (jobs: { data: Data }[]) => {
      for (const job of jobs) await handle(job.data)
    })
  }

  return {
    async enqueue(tx, queue, data) {
      await boss.send(queue, data, { db: fromKysely(tx) })
    },
    work,
    async everyMinutes(queue, minutes, handle) {
      await work(queue, handle)
      await boss.schedule(queue, `*/${minutes} * * * *`)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}
