import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

/** Work whose end the test decides. */
function someWork() {
  const runs: { resolve(value: number): void; reject(error: Error): void }[] = []
  const run = singleFlight(() => new Promise<number>((resolve, reject) => runs.push({ resolve, reject })))
  return { runs, run }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a hundred callers at once share one run and its value', async () => {
  const { runs, run } = someWork()
  const asked = Array.from({ length: 100 }, () => run())
  runs[0]?.resolve(7)
  expect(new Set(await Promise.all(asked))).toEqual(new Set([7]))
  expect(runs).toHaveLength(1)
})

test('a hundred callers at once share a failure, and the next one starts a new run', async () => {
  const { runs, run } = someWork()
  const asked = Promise.allSettled(Array.from({ length: 100 }, () => run()))
  runs[0]?.reject(new Error('down'))
  expect((await asked).every(({ status }) => status === 'rejected')).toBe(true)
  const again = run()
  runs[1]?.resolve(8)
  expect(await again).toBe(8)
  expect(runs).toHaveLength(2)
})

test('work that throws before it waits for anything fails like any other', async () => {
  let isBroken = true
  const run = singleFlight((): Promise<string> => {
    if (isBroken) throw new Error('thrown')
    return Promise.resolve('fine')
  })
  await expect(run()).rejects.toThrow('thrown')
  isBroken = false
  expect(await run()).toBe('fine')
})

test('a caller from inside the end of a run begins the next one', async () => {
  let count = 0
  const run = singleFlight(async () => ++count)
  expect(await run().then(() => run())).toBe(2)
  await settled()
  expect(await run()).toBe(3)
})

test('the first caller’s arguments are used', async () => {
  const run = singleFlight(async (name: string) => name)
  expect(await Promise.all([run('first'), run('second')])).toEqual(['first', 'first'])
})
