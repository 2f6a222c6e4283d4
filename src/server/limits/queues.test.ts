import { expect, test, vi } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { createQueues, QUEUE } from './queues.ts'

class Full extends Error {}

/** A limit that is used up until the test refills it. */
function aStore(limits: Partial<typeof QUEUE> = {}) {
  const queues = createQueues((error) => error instanceof Full, { ...QUEUE, retryMs: 5, ...limits })
  const served: string[] = []
  let left = 0
  let tries = 0
  return {
    queues,
    served,
    give: (count: number) => void (left += count),
    tries: () => tries,
    ask(name: string, { key = 'here', signal }: { key?: string; signal?: AbortSignal } = {}) {
      const attempt = async () => {
        tries += 1
        if (left === 0) throw new Full()
        left -= 1
        served.push(name)
        return name
      }
      return queues.inTurn(key, { attempt, refusal: () => new Problem('puzzle-needed'), signal })
    },
  }
}

const kindOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'served',
    (error: unknown) => (error instanceof Problem ? error.kind : error),
  )

test('abuse 91 while capacity is free no call queues; then all are served in order of arrival, and new calls do not overtake', async () => {
  const { ask, give, served, tries } = aStore()
  give(1)
  expect(await ask('first')).toBe('first')
  const waiting = ['a', 'b', 'c'].map((name) => ask(name))
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(4))
  give(1)
  waiting.push(ask('late'))
  give(3)
  await Promise.all(waiting)
  expect(served).toEqual(['first', 'a', 'b', 'c', 'late'])
})

test('abuse 91 queues do not wait for each other, and only the first of each tries', async () => {
  const { ask, give, tries } = aStore({ retryMs: 20 })
  const here = Array.from({ length: 50 }, (_, each) => ask(`here ${each}`))
  const began = performance.now()
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(53))
  // Fifty on arrival, then one at a time, a moment apart.
  expect(performance.now() - began).toBeGreaterThan(50)
  const there = ask('there', { key: 'there' })
  give(51)
  await Promise.all([...here, there])
})

test('abuse 91 a caller that leaves loses its place', async () => {
  const { ask, give, served } = aStore()
  const leaving = Array.from({ length: 100 }, () => new AbortController())
  const left = leaving.map((each, place) => kindOf(ask(`left ${place}`, { signal: each.signal })))
  const stays = ask('stays')
  leaving.forEach((each) => each.abort())
  expect(new Set(await Promise.all(left))).toEqual(new Set(['unavailable']))
  give(1)
  await stays
  expect(served).toEqual(['stays'])
  expect(await kindOf(ask('gone', { signal: AbortSignal.abort() }))).toBe('unavailable')
})

test('no call waits for longer than the limit, and a place in a full queue is refused at once', async () => {
  const { ask } = aStore({ waitMs: 50, mostOfKey: 3, mostInAll: 6 })
  const began = performance.now()
  const waiting = Array.from({ length: 4 }, (_, each) => kindOf(ask(`${each}`)))
  const refused = [kindOf(ask('queue is full'))]
  waiting.push(...['x', 'y', 'z'].map((key) => kindOf(ask(key, { key }))))
  refused.push(kindOf(ask('all are full', { key: 'other' })))
  expect(await Promise.all(refused)).toEqual(['puzzle-needed', 'puzzle-needed'])
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 7 }, () => 'puzzle-needed'))
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('F06 a portal that stops leaves no call waiting', async () => {
  const { ask, queues, give, tries } = aStore()
  const waiting = ['a', 'b'].map((name) => kindOf(ask(name)))
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(2))
  queues.close()
  expect(await Promise.all(waiting)).toEqual(['unavailable', 'unavailable'])
  expect(await kindOf(ask('late'))).toBe('unavailable')
  give(1)
  expect(await ask('later')).toBe('later')
})

test('another failure in an attempt ends the wait of that call only', async () => {
  const { queues, ask, give } = aStore()
  const first = ask('first')
  const wrong = queues.inTurn('here', {
    attempt: () => Promise.reject(new Problem('code-limit-reached')),
    refusal: () => new Problem('puzzle-needed'),
    signal: undefined,
  })
  const last = ask('last')
  give(2)
  expect(await Promise.all([first, kindOf(wrong), last])).toEqual(['first', 'code-limit-reached', 'last'])
  await vi.waitFor(async () => expect(await kindOf(ask('nothing left', { signal: AbortSignal.timeout(20) }))).toBe('unavailable'))
})
