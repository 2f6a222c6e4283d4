import type { ExchangeMask } from './mask-exchange.ts'

/** One request and what came back, masked. */
export type Exchange = {
  method: string
  url: string
  request: { headers: Record<string, string>; body: string | null }
  /** Null where no response came. */
  answer: { status: number; headers: Record<string, string>; body: string } | null
  failure: string | null
  milliseconds: number
}

export type ExchangeRecorder = {
  fetch: typeof fetch
  /** The exchanges since it was asked last. */
  take(): Promise<Exchange>[]
}

const MAX_BODY_CHARACTERS = 8_000
const MAX_READ_BYTES = 256 * 1024

/** Passes requests on unchanged, and writes each down as it may be shown. */
export function recordExchanges(mask: ExchangeMask, inner: typeof fetch = fetch): ExchangeRecorder {
  let recorded: Promise<Exchange>[] = []
  const bodyOf = (text: string) => shortened(mask.text(text))

  return {
    async fetch(input, init) {
      const began = performance.now()
      const request = {
        method: init?.method ?? 'GET',
        url: mask.text(withoutUser(input instanceof Request ? input.url : String(input))),
        request: { headers: mask.headers(new Headers(init?.headers)), body: typeof init?.body === 'string' ? bodyOf(init.body) : null },
      }
      const ended = () => Math.round(performance.now() - began)
      try {
        const response = await inner(input, init)
        const { status } = response
        const copy = response.clone()
        const written = readSome(copy).then(({ text, failure }): Exchange => {
          // The body first: a token in it is a secret from here on.
          const body = bodyOf(text)
          return { ...request, answer: { status, headers: mask.headers(copy.headers), body }, failure, milliseconds: ended() }
        })
        recorded.push(written)
        return response
      } catch (error) {
        const failure = error instanceof Error ? mask.text(`${error.name}: ${error.message}`) : 'failed'
        recorded.push(Promise.resolve({ ...request, answer: null, failure, milliseconds: ended() }))
        throw error
      }
    },
    take() {
      const since = recorded
      recorded = []
      return since
    },
  }
}

export function maskAgain({ request, answer, ...exchange }: Exchange, { text }: ExchangeMask): Exchange {
  const inHeaders = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(value)]))
  return {
    ...exchange,
    url: text(exchange.url),
    request: { headers: inHeaders(request.headers), body: request.body === null ? null : text(request.body) },
    answer: answer && { ...answer, headers: inHeaders(answer.headers), body: text(answer.body) },
  }
}

function withoutUser(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  url.username = ''
  url.password = ''
  return url.href
}

/** As much of a body as is shown: the caller reads the rest by itself. */
async function readSome(response: Response): Promise<{ text: string; failure: string | null }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      bytes += (chunk as Uint8Array).byteLength
      if (bytes > MAX_READ_BYTES) break
    }
    return { text: Buffer.concat(chunks).toString('utf8'), failure: null }
  } catch (error) {
    return {
      text: Buffer.concat(chunks).toString('utf8'),
      failure: `the body ended early (${error instanceof Error ? error.name : 'unknown'})`,
    }
  }
}

function shortened(text: string): string {
  return text.length > MAX_BODY_CHARACTERS ? `${text.slice(0, MAX_BODY_CHARACTERS)}… (${text.length} characters)` : text
}
