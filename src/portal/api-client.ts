import { namedCalls, type Api, type SentCall } from '#calls/api.ts'
import { BRAND } from '#shared/brand.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import type { Language } from '#shared/language.ts'

const ANSWER_TIMEOUT_MS = 30_000

/**
 * API-1: calls from the browser. A call whose answer did not come resolves to nothing: the caller says so to the visitor and
 * never takes it for a no. Failures that the server put into words come back as such.
 */
export function apiClient(language: Language): Api<undefined> {
  return namedCalls<undefined>((call) => fetchAnswer(language, call))
}

async function fetchAnswer(language: Language, { method, url, input, extras: { signal, bearer } }: SentCall): Promise<unknown> {
  const isGet = method === 'GET'
  const address = isGet && input ? `${url}?${new URLSearchParams(input as Record<string, string>).toString()}` : url
  const stopped = stopAfter(ANSWER_TIMEOUT_MS, signal)
  try {
    const answer = await fetch(address, {
      method,
      headers: { ...defaultHeaders(language), ...(bearer && { authorization: `Bearer ${bearer}` }) },
      signal: stopped.signal,
      ...(isGet ? {} : { body: JSON.stringify(input ?? {}) }),
    })
    return (await answer.json()) as unknown
  } catch {
    return undefined
  } finally {
    stopped.release()
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
