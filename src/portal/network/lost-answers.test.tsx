import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallFacts } from '#calls/call-facts.ts'
import { CALLS } from '#calls/contracts.ts'
import { apiClient } from './api-client.ts'
import { REACH_EVENT, type ReachEvent } from './until-reached.ts'

const EVERY_CALL: [name: string, call: CallFacts][] = Object.entries(CALLS)
/** How often a repeatable call is sent until it is given up. */
const TRIES = 4

/** The request arrives, and its response is lost. */
const LOSSES: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
  'the connection breaks': () => Promise.reject(new TypeError('Failed to fetch')),
  'the answer breaks off': () => Promise.resolve({ json: () => Promise.reject(new SyntaxError('Unexpected end of JSON input')) }),
  'no answer comes': (signal) => new Promise((_, lost) => signal.addEventListener('abort', () => lost(signal.reason))),
}

/** Stands for the shell: the network was away and is back at once, which is when a call is sent again. */
function answerReach(event: Event): void {
  event.preventDefault()
  ;(event as ReachEvent).detail(true)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  addEventListener(REACH_EVENT, answerReach)
})

afterEach(() => {
  removeEventListener(REACH_EVENT, answerReach)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How often the server gets the call. */
async function timesSent(call: CallFacts, lose: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  let sent = 0
  vi.stubGlobal('fetch', (url: string, { method, signal }: { method: string; signal: AbortSignal }) => {
    if (method === call.method && url.split('?')[0] === call.url) sent += 1
    return lose(signal)
  })
  const send: unknown = Reflect.get(apiClient('fr', { call } as object as typeof CALLS), 'call')
  const answer = (send as () => Promise<unknown>)()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await answer).toBeUndefined()
  return sent
}

for (const [name, call] of EVERY_CALL) {
  const title = call.isRepeatable ? 'is sent again until it is given up' : 'is sent once'
  test(`GEN-8 ${name} ${title} when its answer is lost`, async () => {
    for (const [loss, lose] of Object.entries(LOSSES))
      expect([loss, await timesSent(call, lose)]).toEqual([loss, call.isRepeatable ? TRIES : 1])
  })
}
