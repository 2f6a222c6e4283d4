import { namedCalls, type Api, type SentCall } from '#calls/api.ts'
import { BRAND } from '#shared/brand.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import type { Language } from '#shared/language.ts'
import { PUZZLE_HEADER, type Puzzle } from '#shared/puzzle.ts'
import { isFailure, type Failure } from '#shared/reply.ts'

const ANSWER_TIMEOUT_MS = 30_000
/** Under pressure the server asks for a puzzle (decision 0026); one that was too slow, or met another asker, is asked for again. */
const MOST_PUZZLES = 2

/**
 * API-1: calls from the browser. A call whose answer did not come resolves to nothing: the caller says so to the visitor and
 * never takes it for a no. Failures that the server put into words come back as such.
 */
export function apiClient(language: Language): Api<undefined> {
  return namedCalls<undefined>((call) => fetchAnswer(language, call))
}

/** How long others wait for the first call of a page: an answer over a slow network, and not for one that will never come. */
const FIRST_ANSWER_MS = 8_000
let first: Promise<unknown> | null = null

/**
 * Two calls at once of somebody who has no visit yet would begin two, and what was kept for one of them would be lost: the first call of a page
 * goes alone.
 */
async function fetchAnswer(language: Language, call: SentCall): Promise<unknown> {
  if (first) await first
  const answer = sendCall(language, call)
  first ??= Promise.race([answer, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_MS))])
  return answer
}

async function sendCall(language: Language, { method, url, input, extras: { signal, bearer } }: SentCall): Promise<unknown> {
  const isGet = method === 'GET'
  const address = isGet && input ? `${url}?${new URLSearchParams(input as Record<string, string>).toString()}` : url
  const stopped = stopAfter(ANSWER_TIMEOUT_MS, signal)
  async function ask(solution?: string): Promise<unknown> {
    const answer = await fetch(address, {
      method,
      headers: {
        ...defaultHeaders(language),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(solution && { [PUZZLE_HEADER]: solution }),
      },
      signal: stopped.signal,
      ...(isGet ? {} : { body: JSON.stringify(input ?? {}) }),
    })
    return (await answer.json()) as unknown
  }
  try {
    let answer = await ask()
    for (let solved = 0; solved < MOST_PUZZLES && isPuzzle(answer); solved += 1) answer = await ask(await solve(answer))
    return answer
  } catch {
    return undefined
  } finally {
    stopped.release()
  }
}

function isPuzzle(answer: unknown): answer is Failure & { puzzle: Puzzle } {
  return typeof answer === 'object' && answer !== null && isFailure(answer) && answer.puzzle !== undefined
}

/** What solves it is fetched only now: most visitors never need it. */
async function solve({ puzzle, message }: { puzzle: Puzzle; message: string }): Promise<string> {
  const { solvePuzzle, showMoment } = await import('./solve-puzzle.ts')
  const hideMoment = showMoment(message)
  return solvePuzzle(puzzle).finally(hideMoment)
}

function defaultHeaders(language: Language): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-product': BRAND.slug,
    'x-app-version': '1',
    'x-service-id': COUNTRY.channelCode,
    'x-operator-code': COUNTRY.code,
    lang: language,
  }
}

/** AbortSignal.any and AbortSignal.timeout are younger than the phones we serve. */
function stopAfter(milliseconds: number, outer: AbortSignal | undefined): { signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const timer = setTimeout(stop, milliseconds)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}
