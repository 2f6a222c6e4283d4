import type { FastifyInstance, InjectOptions } from 'fastify'
import type { PortalApi } from '#portal/page-context.ts'
import { namedCalls, type SentCall } from '#calls/api.ts'
import type { Language } from '#shared/language.ts'
import type { KeptContent } from './kept-content.ts'

export type Caller = { cookie: string | undefined; language: Language; remoteAddress: string; origin: string; content: KeptContent }

/** Lets pages call the API while rendering, without a socket. What the API sets as cookies is carried on to the visitor. */
export function inProcessApi(app: FastifyInstance, caller: Caller): { api: PortalApi; setCookies: string[] } {
  const setCookies: string[] = []
  let cookie = caller.cookie ?? ''

  async function ask({ method, url, input }: SentCall): Promise<unknown> {
    const request: InjectOptions = {
      method,
      url,
      headers: { cookie, lang: caller.language, origin: caller.origin, host: new URL(caller.origin).host },
      remoteAddress: caller.remoteAddress,
    }
    if (input !== undefined && method === 'GET') request.query = input as Record<string, string>
    else if (input !== undefined) request.payload = input as object
    const answer = await app.inject(request)
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      setCookies.push(line)
      cookie = withCookie(cookie, line.split(';', 1)[0] ?? '')
    }
    return answer.json()
  }

  const api = namedCalls((call) => {
    const { method, url, input } = call
    return caller.content.answerTo({ method, url, input, language: caller.language }, () => ask(call))
  })
  return { api, setCookies }
}

/** A cookie that changed takes the place of the one before: a name sent twice would count as absent. */
function withCookie(header: string, pair: string): string {
  const name = pair.slice(0, pair.indexOf('=') + 1)
  const others = header.split('; ').filter((one) => one !== '' && !one.startsWith(name))
  return [...others, pair].join('; ')
}
