import { setTimeout as pause } from 'node:timers/promises'
import { API_PREFIX } from '#calls/addresses.ts'

export type Reply = { status: number; body: unknown }

/** Called for every response of the portal; the load drill measures with it. */
export type Listener = (seen: { kind: 'api' | 'html'; path: string; status: number; milliseconds: number }) => void

export type Visitor = {
  /** One call, once. Throws when no answer came. */
  call(method: 'GET' | 'POST', path: string, body?: object, headers?: Record<string, string>): Promise<Reply>
  /** Repeats the call until a definite response or the time limit, as a visitor presses again. */
  insist(method: 'GET' | 'POST', path: string, body?: object, headers?: Record<string, string>): Promise<Reply>
  page(path: string): Promise<number>
  /** Follows one redirect back to the portal. */
  open(url: string): Promise<void>
}

export type VisitorOptions = {
  portalUrl: string
  maxWaitMs?: number
  listener?: Listener | undefined
  /** Separate unless shared. */
  address?: string
}

const TRY_AGAIN_MS = 300
const ANSWER_TIMEOUT_MS = 20_000

type Sent = { method?: string; body?: string; headers: Record<string, string> }

let lastAddress = 0

function anAddress(): string {
  lastAddress += 1
  return `10.${(lastAddress >> 16) & 127}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}

/** A separate browser: cookies, an address behind the proxy, and a time limit. */
export function aVisitor({ portalUrl, maxWaitMs = 30_000, listener, address = anAddress() }: VisitorOptions): Visitor {
  const cookies = new Map<string, string>()

  async function send(kind: 'api' | 'html', url: string, init: Sent): Promise<Response> {
    const began = performance.now()
    const answer = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...init,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: portalUrl,
        lang: 'fr',
        'x-forwarded-for': address,
        ...init.headers,
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    listener?.({ kind, path: new URL(url).pathname, status: answer.status, milliseconds: performance.now() - began })
    return new Response([204, 303, 302, 304].includes(answer.status) ? null : text, { status: answer.status, headers: answer.headers })
  }

  const call: Visitor['call'] = async (method, path, body, headers = {}) => {
    const init =
      body === undefined
        ? { method, headers }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    const answer = await send('api', `${portalUrl}${API_PREFIX}${path}`, init)
    return { status: answer.status, body: parsed(await answer.text()) }
  }

  return {
    call,
    async insist(...asked) {
      const deadline = performance.now() + maxWaitMs
      for (;;) {
        const reply = await call(...asked).catch(() => null)
        if (reply && reply.status < 500) return reply
        if (performance.now() > deadline) throw new Error(`${asked[1]} was not answered (${reply?.status ?? 'no answer'})`)
        await pause(TRY_AGAIN_MS)
      }
    },
    page: async (path) => (await send('html', `${portalUrl}${path}`, { headers: { accept: 'text/html' } })).status,
    async open(url) {
      await send('html', url, { headers: { accept: 'text/html' } }).catch(() => {})
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The body of a success; a refusal is thrown with the portal's code. */
export function resultOf<Value>({ status, body }: Reply): Value {
  const { status: word, result, code } = (body ?? {}) as { status?: string; result?: Value; code?: string }
  if (word !== 'success') throw new Refusal(code ?? `status ${status}`)
  return result as Value
}

/** A refusal with the portal's code: an outcome, not a fault. */
export class Refusal extends Error {}
