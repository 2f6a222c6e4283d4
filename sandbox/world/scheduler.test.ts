import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aFolder } from '../testing/test-sandbox.ts'
import { createClock } from './clock.ts'
import { createStore } from './journal-store.ts'
import { createScheduler } from './scheduler.ts'

function aScheduler({ folder, realNow = Date.now }: { folder?: string; realNow?: () => number } = {}) {
  const store = createStore(folder)
  const clock = createClock({ store, realNow })
  const errors: unknown[] = []
  const scheduler = createScheduler({ store, clock, onError: (error) => errors.push(error) })
  const ran: string[] = []
  scheduler.handle<string>('note', async (name) => {
    ran.push(`${name} at ${clock.now()}`)
    return 'done'
  })
  return { store, clock, scheduler, ran, errors }
}

const frozen = () => 1_000_000

test('a job runs by itself when its time has come', async () => {
  const { scheduler, ran } = aScheduler()
  scheduler.start()
  scheduler.schedule({ kind: 'note', data: 'soon', afterMs: 20 })
  expect(ran).toHaveLength(0)
  await expect.poll(() => ran.length).toBe(1)
})

test('moving the clock runs what became due, in order and each at its own time', async () => {
  const { scheduler, clock, ran } = aScheduler({ realNow: frozen })
  scheduler.start()
  scheduler.schedule({ kind: 'note', data: 'second', afterMs: 200_000 })
  scheduler.schedule({ kind: 'note', data: 'first', afterMs: 100_000 })
  scheduler.schedule({ kind: 'note', data: 'not yet', afterMs: 400_000 })
  await scheduler.advance(300_000)
  expect(ran).toEqual(['first at 1100000', 'second at 1200000'])
  expect(clock.now()).toBe(1_300_000)
})

test('a job that requests another run gets it within the same clock step', async () => {
  const { scheduler } = aScheduler({ realNow: frozen })
  const tries: number[] = []
  scheduler.handle('stubborn', async (_, job) => {
    tries.push(job.tries)
    return job.tries < 2 ? { againAfterMs: 2_000 } : 'done'
  })
  scheduler.schedule({ kind: 'stubborn', data: null })
  await scheduler.advance(60_000)
  expect(tries).toEqual([0, 1, 2])
})

test('jobs and the clock survive a restart', async () => {
  const folder = aFolder()
  const before = aScheduler({ folder, realNow: frozen })
  await before.scheduler.advance(60_000)
  before.scheduler.schedule({ kind: 'note', data: 'kept', afterMs: 5_000 })
  before.store.close()

  const after = aScheduler({ folder, realNow: frozen })
  expect(after.clock.now()).toBe(1_060_000)
  await after.scheduler.advance(5_000)
  expect(after.ran).toEqual(['kept at 1065000'])
})

test('a cancelled job does not run', async () => {
  const { scheduler, ran } = aScheduler({ realNow: frozen })
  scheduler.cancel(scheduler.schedule({ kind: 'note', data: 'never', afterMs: 1_000 }))
  await scheduler.advance(10_000)
  expect(ran).toEqual([])
})

test('a job that throws is reported once and does not stop the others', async () => {
  const { scheduler, ran, errors } = aScheduler({ realNow: frozen })
  scheduler.handle('broken', async () => {
    throw new Error('a bug')
  })
  scheduler.schedule({ kind: 'broken', data: null })
  scheduler.schedule({ kind: 'note', data: 'well', afterMs: 1 })
  await scheduler.advance(10_000)
  expect(errors).toHaveLength(1)
  expect(ran).toHaveLength(1)
})

test('a wait ends when the clock is moved over it', async () => {
  const { clock } = aScheduler()
  const waiting = clock.wait(45_000).then(() => 'over')
  clock.moveTo(clock.now() + 45_000)
  expect(await Promise.race([waiting, pause(500, 'still waiting')])).toBe('over')
})

test('the clock never goes back', () => {
  const { clock } = aScheduler({ realNow: frozen })
  clock.moveTo(2_000_000)
  clock.moveTo(1_500_000)
  expect(clock.now()).toBe(2_000_000)
})
