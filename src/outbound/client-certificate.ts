import { Agent, request as httpsRequest, type RequestOptions } from 'node:https'
import { Readable } from 'node:stream'

/** Mutual TLS: who we are, as PEM texts. */
export type ClientCertificate = {
  certificate: string
  key: string
  /** Authorities that the system is checked against instead of the machine's own. */
  authority?: string | null
}

/**
 * A fetch that shows a client certificate, for `send`. Node's own fetch takes none. It knows what `send` uses: a text as body, no redirect
 * followed. Each call has a connection of its own, so a kept one that just ended cannot lose a request.
 */
export function fetchWithCertificate({ certificate, key, authority }: ClientCertificate): typeof fetch {
  const agent = new Agent({ cert: certificate, key, ...(authority ? { ca: authority } : {}), keepAlive: false })
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input)
      let isSecure = false
      const options: RequestOptions = { agent, method, headers: Object.fromEntries(new Headers(headers)), ...(signal ? { signal } : {}) }
      const sent = httpsRequest(url, options, (answer) => resolve(responseOf(answer)))
      sent.once('socket', (socket) => socket.once('secureConnect', () => (isSecure = true)))
      sent.once('error', (error) =>
        reject(signal?.aborted ? error : new TypeError('fetch failed', { cause: isSecure ? error : unsent(error) })),
      )
      sent.end(typeof body === 'string' ? body : undefined)
    })
}

/** Before both sides have agreed on keys no byte of a request leaves: as good as a connection that was never made. */
function unsent(error: Error): Error {
  return Object.assign(error, { syscall: 'connect' })
}

type Incoming = Parameters<NonNullable<Parameters<typeof httpsRequest>[2]>>[0]

function responseOf(answer: Incoming): Response {
  const { statusCode: status = 0, headersDistinct } = answer
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
  const isBare = [204, 205, 304].includes(status)
  if (isBare) answer.resume()
  return new Response(isBare ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers })
}
