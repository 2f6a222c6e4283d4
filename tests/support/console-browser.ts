import type { LightMyRequestResponse } from 'fastify'
import { CONSOLE_URL, type ConsoleWorld } from './console-world.ts'

type Answer = { status: number; location: string | null; body: string; url: string }

/** A browser between the console, which has no port, and a provider on a real one: cookies of each origin, and redirects step by step. */
export function consoleBrowser(world: ConsoleWorld) {
  const jar = new Map<string, Map<string, string>>()
  const cookiesFor = (origin: string) => [...(jar.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

  function keep(origin: string, cookies: readonly string[]): void {
    const own = jar.get(origin) ?? new Map<string, string>()
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';')
      const [name = '', ...value] = pair.split('=')
      const isGone = /max-age=0|expires=thu, 01 jan 1970/i.test(cookie)
      if (isGone) own.delete(name)
      else own.set(name, value.join('='))
    }
    jar.set(origin, own)
  }

  async function open(address: string): Promise<Answer> {
    const url = new URL(address, CONSOLE_URL)
    const cookie = cookiesFor(url.origin)
    if (url.origin === CONSOLE_URL.origin) {
      const answer: LightMyRequestResponse = await world.ask({ method: 'GET', url: url.pathname + url.search, headers: { cookie } })
      keep(url.origin, [answer.headers['set-cookie'] ?? []].flat())
      return { status: answer.statusCode, location: answer.headers.location ?? null, body: answer.body, url: url.href }
    }
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    keep(url.origin, answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    return { status: answer.status, location: location && new URL(location, url).href, body: await answer.text(), url: url.href }
  }

  return {
    open,
    /** Follows redirects until a page, or until `stopAt` is about to be opened. */
    async follow(address: string, stopAt?: (url: string) => boolean): Promise<Answer> {
      let answer = await open(address)
      for (let hop = 0; hop < 12 && answer.location !== null; hop += 1) {
        if (stopAt?.(answer.location)) return answer
        answer = await open(answer.location)
      }
      return answer
    },
    consoleCookie: () => cookiesFor(CONSOLE_URL.origin),
    dropCookies: (origin: string) => jar.delete(origin),
  }
}
