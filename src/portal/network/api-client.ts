import { clientOf, type Client, type SentCall } from '#calls/api.ts'
import type { CallFacts } from '#calls/call-facts.ts'
import type { Language } from '#shared/language.ts'
import { PUZZLE_HEADER, type Puzzle } from '#shared/puzzle.ts'
import { readFrame } from '../islands/read-frame.ts'
import { isFailure, type Failure } from '#shared/failure.ts'
import { MAY_BE_SEALED, SEALING_HEADER } from '#features/field-encryption/may-be-sealed.ts'
import { withEncryption } from '#features/field-encryption/portal/load-encryption.ts'
import { untilDone, untilReached } from './until-reached.ts'

const ANSWER_TIMEOUT_MS = 30_000
/** A response that takes longer may never come: the network is checked meanwhile. */
const DOUBT_MS = 6_000
/** How long after a response the server counts as reachable. */
const FRESH_MS = 5_000
/** Under load the server asks for a puzzle (decision 0026); it asks again for a solution that was late or of another caller. */
const MAX_PUZZLES = 2

let answeredAtMs = -Infinity

/**
 * API-1: the calls of `calls` from the browser. GEN-8: one that cannot reach the server waits for the network; a repeatable one is then
 * retried. Any other is sent once, when the server has just been reached, and never retried. A call without a response resolves to
 * undefined: its caller says so to the visitor and never treats it as a refusal. Failures with a text from the server are returned.
 */
export function apiClient<Named extends Record<string, CallFacts>>(language: Language, calls: Named): Client<Named, undefined> {
  return clientOf(calls, (sent) => fetchAnswer(language, sent))
}

/** How long later calls wait for the first call of a page: enough for a slow network, but not for ever. */
const FIRST_ANSWER_MS = 8_000
let first: Promise<unknown> | null = null

/**
 * Two parallel calls without a visit would create two, and the data stored in one of them would be lost. So the first call of a page runs
 * alone. Reads create none.
 */
async function fetchAnswer(language: Language, sent: SentCall): Promise<unknown> {
  if (sent.call.method === 'GET') return sendCall(language, sent)
  if (first) await first
  const answer = sendCall(language, sent)
  first ??= Promise.race([answer, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_MS))])
  return answer
}

async function sendCall(language: Language, sent: SentCall): Promise<unknown> {
  const { method, isRepeatable } = sent.call
  const isStopped = () => sent.extras.signal?.aborted === true
  const isSealed = MAY_BE_SEALED.test(bodyOf(sent) ?? '') && (await prepareEncryption())
  const isFresh = performance.now() - answeredAtMs < FRESH_MS
  if (!navigator.onLine || (!isRepeatable && !isFresh)) await untilReached()
  const answer = await untilDone(
    () => (isStopped() ? Promise.resolve(undefined) : attempt(language, sent, isSealed)),
    () => !isRepeatable || isStopped(),
  ).catch(() => undefined)
  // ERR-1: failed reads, which no press asked for, and cancelled calls are not reported.
  if (answer === undefined && method === 'POST' && !isStopped()) dispatchEvent(new CustomEvent('guichet:lost'))
  return answer
}

/** Throws without a readable response; returns undefined after a timeout. */
async function attempt(language: Language, sent: SentCall, isSealed: boolean): Promise<unknown> {
  const stopped = stopAfter(ANSWER_TIMEOUT_MS, sent.extras.signal)
  let isDoubtful = false
  const doubt = setTimeout(() => {
    isDoubtful = true
    void untilReached().then((reach) => {
      isDoubtful = reach?.wasAway === true
      // Requests in flight when the network goes away get no response.
      if (isDoubtful && sent.call.isRepeatable) stopped.stop()
    })
  }, DOUBT_MS)
  try {
    const asking = { language, isSealed, signal: stopped.signal }
    let answer = await ask(sent, asking)
    if (isFailed(answer) && answer.code === 'old-sealing-key') {
      await withEncryption(({ forgetOffer }) => forgetOffer())
      answer = await ask(sent, asking)
    }
    for (let solved = 0; solved < MAX_PUZZLES && isPuzzle(answer); solved += 1)
      answer = await solve(answer, (solution) => {
        // A solved puzzle may put the call in a queue: half of the time is spent there.
        stopped.restart()
        return ask(sent, { ...asking, solution })
      })
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

async function ask(sent: SentCall, { language, isSealed, signal, solution }: Asking): Promise<unknown> {
  const { input, extras } = sent
  const { method, url } = sent.call
  const clear = bodyOf(sent)
  const address = clear || !input ? url : `${url}?${new URLSearchParams(input as Record<string, string>).toString()}`
  // Encrypted again for each attempt: a nonce is accepted once. Without encryption the call is sent as plain text.
  const sealed = clear && isSealed ? await withEncryption(({ encryptBody }) => encryptBody(clear)).catch(() => undefined) : undefined
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

function bodyOf({ call, input }: SentCall): string | undefined {
  return call.method === 'GET' ? undefined : JSON.stringify(input ?? {})
}

/** GEN-7: fetches a key before the call. When the server answers but has no key, the call is still sent. */
function prepareEncryption(): Promise<boolean> {
  return withEncryption(({ prepare }) => prepare()).then(
    () => true,
    async () => (await untilReached())?.wasAway === true && prepareEncryption(),
  )
}

function isFailed(answer: unknown): answer is Failure {
  return typeof answer === 'object' && answer !== null && isFailure(answer)
}

function isPuzzle(answer: unknown): answer is Failure & { puzzle: Puzzle } {
  return isFailed(answer) && answer.puzzle !== undefined
}

/** The solver is loaded on demand: most visitors never need it. */
async function solve({ puzzle, message }: { puzzle: Puzzle; message: string }, retry: (solution: string) => Promise<unknown>) {
  const { solvePuzzle, showMoment } = await import('./solve-puzzle.ts')
  const hideMoment = showMoment(message)
  return solvePuzzle(puzzle).then(retry).finally(hideMoment)
}

/** AbortSignal.any and AbortSignal.timeout are younger than the phones we serve. */
function stopAfter(milliseconds: number, outer: AbortSignal | undefined) {
  const controller = new AbortController()
  const stop = () => controller.abort()
  let timer = setTimeout(stop, milliseconds)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    stop,
    restart() {
      clearTimeout(timer)
      timer = setTimeout(stop, milliseconds)
    },
    release() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}
