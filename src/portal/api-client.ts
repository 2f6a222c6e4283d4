import { BRAND } from '#shared/brand.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import type { Language } from '#shared/language.ts'
import type { Failure } from '#shared/reply.ts'

const ANSWER_TIMEOUT_MS = 30_000

/** `bearer`: what a one-time code opened, for the calls of the PIN flows (MM-3). */
type CallOptions = { signal?: AbortSignal; bearer?: string }

/**
 * API-1: calls from the browser. A call whose answer did not come resolves to nothing: the caller says so to the visitor and
 * never takes it for a no. Failures that the server put into words come back as such.
 */
export function apiClient(language: Language) {
  return {
    async call<E extends Endpoint>(
      method: E['method'],
      url: E['url'],
      input: InputOf<E>,
      { signal, bearer }: CallOptions = {},
    ): Promise<ReplyOf<E> | Failure | undefined> {
      const isGet = method === 'GET'
      const address = isGet && input ? `${url}?${new URLSearchParams(input).toString()}` : url
      const stopped = stopAfter(ANSWER_TIMEOUT_MS, signal)
      try {
        const answer = await fetch(address, {
          method,
          headers: { ...defaultHeaders(language), ...(bearer && { authorization: `Bearer ${bearer}` }) },
          signal: stopped.signal,
          ...(isGet ? {} : { body: JSON.stringify(input ?? {}) }),
        })
        return (await answer.json()) as ReplyOf<E> | Failure
      } catch {
        return undefined
      } finally {
        stopped.release()
      }
    },
  }
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
