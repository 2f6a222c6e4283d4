import { namedCalls, type Api, type SentCall } from '#calls/api.ts'
import { ISLAND_CALLS, type IslandCallName } from '#calls/island-calls.ts'
import type { Language } from '#shared/language.ts'
import { PUZZLE_HEADER, type Puzzle } from '#shared/puzzle.ts'
import { readFrame } from '../islands/read-frame.ts'
import { isFailure, type Failure } from '#shared/failure.ts'
import { MAY_BE_SEALED, SEALING_HEADER } from '#features/sealing/may-be-sealed.ts'
import { withSealing } from '#features/sealing/portal/load-sealing.ts'
import { untilDone, untilReached } from './until-reached.ts'

const ANSWER_TIMEOUT_MS = 30_000
/** An answer that takes longer may never come: whether there is a network is looked into meanwhile. */
const DOUBT_MS = 6_000
/** How long what has just answered is taken to be there still. */
const FRESH_MS = 5_000
/** Under pressure the server asks for a puzzle (decision 0026); one that was too slow, or met another asker, is asked for again. */
const MOST_PUZZLES = 2
/** What moves money, uses up a code or an attempt, sends an SMS or counts: sent once, when the server has just been reached, and never again by itself. */
const SENT_ONCE = /^(initiate|process|verify|resend|vote)/

let answeredAtMs = -Infinity

/**
 * API-1: calls from the browser. GEN-8: one that cannot reach the server waits until the network is back; what may be asked twice is then
 * asked again. A call whose answer did not come resolves to nothing: the caller says so to the visitor and never takes it for a no.
 * Failures that the server put into words come back as such.
 */
export function apiClient(language: Language): Pick<Api<undefined>, IslandCallName> {
  return namedCalls<IslandCallName, undefined>(ISLAND_CALLS, (call) => fetchAnswer(language, call))
}

/** How long others wait for the first call of a page: an answer over a slow network, and not for one that will never come. */
const FIRST_ANSWER_MS = 8_000
let first: Promise<unknown> | null = null

/**
 * Two calls at once of somebody who has no visit yet would begin two, and what was kept for one of them would be lost: the first call of a page
 * goes alone. What only reads begins none.
 */
async function fetchAnswer(language: Language, call: SentCall): Promise<unknown> {
  if (call.method === 'GET') return sendCall(language, call)
  if (first) await first
  const answer = sendCall(language, call)
  first ??= Promise.race([answer, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_MS))])
  return answer
}

async function sendCall(language: Language, call: SentCall): Promise<unknown> {
  const isOnce = SENT_ONCE.test(call.name)
  const isStopped = () => call.extras.signal?.aborted === true
  const isSealed = MAY_BE_SEALED.test(bodyOf(call) ?? '') && (await prepareSealing())
  const isFresh = performance.now() - answeredAtMs < FRESH_MS
  if (!navigator.onLine || (isOnce && !isFresh)) await untilReached()
  const answer = await untilDone(
    () => (isStopped() ? Promise.resolve(undefined) : attempt(language, call, isSealed)),
    () => isOnce || isStopped(),
  ).catch(() => undefined)
  // ERR-1: what was not asked for by a press, or was taken back, is nobody's news.
  if (answer === undefined && call.method === 'POST' && !isStopped()) dispatchEvent(new CustomEvent('guichet:lost'))
  return answer
}

/** Throws where no answer came that could be read; nothing where one was waited for long enough. */
async function attempt(language: Language, call: SentCall, isSealed: boolean): Promise<unknown> {
  const stopped = stopAfter(ANSWER_TIMEOUT_MS, call.extras.signal)
  let isDoubtful = false
  const doubt = setTimeout(() => {
    isDoubtful = true
    void untilReached().then((reach) => {
      isDoubtful = reach?.wasAway === true
      // What was under way when the network went does not come back.
      if (isDoubtful && !SENT_ONCE.test(call.name)) stopped.stop()
    })
  }, DOUBT_MS)
  try {
    const asking = { language, isSealed, signal: stopped.signal }
    let answer = await ask(call, asking)
    if (isFailed(answer) && answer.code === 'old-sealing-key') {
      await withSealing(({ forgetOffer }) => forgetOffer())
      answer = await ask(call, asking)
    }
    for (let solved = 0; solved < MOST_PUZZLES && isPuzzle(answer); solved += 1)
      answer = await ask(call, { ...asking, solution: await solve(answer) })
    answeredAtMs = performance.now()
    return answer
  } catch (error) {
    if (stopped.signal.aborted && !isDoubtful) return undefined
    throw error
  } finally {
    clearTimeout(doubt)
    stopped.release()
  }
}

type Asking = { language: Language; isSealed: boolean; signal: AbortSignal; solution?: string }

async function ask(call: SentCall, { language, isSealed, signal, solution }: Asking): Promise<unknown> {
  const { method, url, input, extras } = call
  const clear = bodyOf(call)
  const address = clear || !input ? url : `${url}?${new URLSearchParams(input as Record<string, string>).toString()}`
  // For each sending anew: what was opened once is not opened again. Without a seal a call goes like one of any other caller.
  const sealed = clear && isSealed ? await withSealing(({ sealBody }) => sealBody(clear)).catch(() => undefined) : undefined
  const answer = await fetch(address, {
    method,
    headers: {
      ...readFrame().callHeaders,
      lang: language,
      ...(sealed && { [SEALING_HEADER]: 'on' }),
      ...(extras.bearer && { authorization: `Bearer ${extras.bearer}` }),
      ...(solution && { [PUZZLE_HEADER]: solution }),
    },
    signal,
    body: sealed ?? clear,
  })
  return answer.json()
}

function bodyOf({ method, input }: SentCall): string | undefined {
  return method === 'GET' ? undefined : JSON.stringify(input ?? {})
}

/** GEN-7: a key, before the server is asked anything; where the server is there and a key is not, a call is not lost for it. */
function prepareSealing(): Promise<boolean> {
  return withSealing(({ prepare }) => prepare()).then(
    () => true,
    async () => (await untilReached())?.wasAway === true && prepareSealing(),
  )
}

function isFailed(answer: unknown): answer is Failure {
  return typeof answer === 'object' && answer !== null && isFailure(answer)
}

function isPuzzle(answer: unknown): answer is Failure & { puzzle: Puzzle } {
  return isFailed(answer) && answer.puzzle !== undefined
}

/** What solves it is fetched only now: most visitors never need it. */
async function solve({ puzzle, message }: { puzzle: Puzzle; message: string }): Promise<string> {
  const { solvePuzzle, showMoment } = await import('./solve-puzzle.ts')
  const hideMoment = showMoment(message)
  return solvePuzzle(puzzle).finally(hideMoment)
}

/** AbortSignal.any and AbortSignal.timeout are younger than the phones we serve. */
function stopAfter(milliseconds: number, outer: AbortSignal | undefined): { signal: AbortSignal; stop(): void; release(): void } {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const timer = setTimeout(stop, milliseconds)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    stop,
    release() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}
