import { afterEach, expect, test, vi } from 'vitest'
import { chooseLeadPlan } from '#features/home-broadband-lead/contract.ts'
import { processTransaction } from '#features/payment/contract.ts'
import { apiClient } from './api-client.ts'
import { REACH_EVENT, untilDone, untilReached, type ReachEvent } from './until-reached.ts'

afterEach(() => vi.unstubAllGlobals())

/** Stands for the shell: answers when the test says so. */
function shellThatSays(): { asked: () => number; say: (wasAway: boolean) => void } {
  const waiting: ((wasAway: boolean) => void)[] = []
  let asked = 0
  const hear = (event: Event) => {
    event.preventDefault()
    asked += 1
    waiting.push((event as ReachEvent).detail)
  }
  addEventListener(REACH_EVENT, hear)
  afterEach(() => removeEventListener(REACH_EVENT, hear))
  return { asked: () => asked, say: (wasAway) => waiting.splice(0).forEach((tell) => tell(wasAway)) }
}

const GOOD = { status: 'success', statusCode: 200, result: 'PREPAID' }

function serverThat(...answers: ('fails' | 'answers')[]) {
  const fetched = vi.fn(async () => {
    if (answers.shift() === 'fails') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(GOOD))
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('without a shell a call that got no response resolves to undefined at once', async () => {
  const fetched = serverThat('fails')
  expect(await untilReached()).toBeNull()
  expect(await apiClient('fr', { chooseLeadPlan }).chooseLeadPlan({ productCode: 'P' })).toBeUndefined()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('GEN-8 a read that could not be sent waits for the network and is retried', async () => {
  const shell = shellThatSays()
  const fetched = serverThat('fails', 'answers')
  const answer = apiClient('fr', { chooseLeadPlan }).chooseLeadPlan({ productCode: 'P' })
  await vi.waitFor(() => expect(shell.asked()).toBe(1))
  expect(fetched).toHaveBeenCalledTimes(1)
  shell.say(true)
  expect(await answer).toEqual(GOOD)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('GEN-8 a call that moves money is sent only when the server was just reached, and never retried', async () => {
  const shell = shellThatSays()
  vi.spyOn(performance, 'now').mockReturnValue(1e9)
  const fetched = serverThat('fails', 'answers')
  const answer = apiClient('fr', { processTransaction }).processTransaction({ transactionId: 'T', paymentMode: 'PG' })
  await vi.waitFor(() => expect(shell.asked()).toBe(1))
  expect(fetched).not.toHaveBeenCalled()
  shell.say(false)
  expect(await answer).toBeUndefined()
  expect(fetched).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})

test('GEN-8 a cancelled call is not retried', async () => {
  const shell = shellThatSays()
  const fetched = serverThat('fails', 'answers')
  const unwanted = new AbortController()
  const answer = apiClient('fr', { chooseLeadPlan }).chooseLeadPlan({ productCode: 'P' }, { signal: unwanted.signal })
  await vi.waitFor(() => expect(shell.asked()).toBe(1))
  unwanted.abort()
  shell.say(true)
  expect(await answer).toBeUndefined()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a call that fails although the server is reachable is given up after the fourth try', async () => {
  const shell = shellThatSays()
  const work = vi.fn(async () => Promise.reject(new Error('always')))
  const done = untilDone(work).catch((error: unknown) => error)
  for (const asked of [1, 2, 3]) {
    await vi.waitFor(() => expect(shell.asked()).toBe(asked))
    shell.say(false)
  }
  expect(await done).toEqual(new Error('always'))
  expect(work).toHaveBeenCalledTimes(4)
})
