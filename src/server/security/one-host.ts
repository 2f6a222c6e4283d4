import type { IncomingMessage, RequestListener } from 'node:http'
import { SECURITY_HEADERS } from './headers-and-origin.ts'

const NAMED_ONCE = new Set(['host', 'x-forwarded-host'])

/**
 * A request with two hosts may mean one to a proxy and the other one to us: it is refused before any lookup by host. Node itself uses the
 * first without a warning.
 */
export function withOneHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (namesOneHost(request)) return listener(request, response)
    return response.writeHead(400, { ...SECURITY_HEADERS, connection: 'close', 'cache-control': 'no-store' }).end()
  }
}

function namesOneHost({ rawHeaders, url = '', headers }: IncomingMessage): boolean {
  const seen = new Set<string>()
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const raw = rawHeaders[place] ?? ''
    // Most header names differ in length, so length is compared first: requests for cached pages come this way too.
    if (raw.length !== 4 && raw.length !== 16) continue
    const name = raw.toLowerCase()
    if (!NAMED_ONCE.has(name)) continue
    if (seen.has(name)) return false
    seen.add(name)
  }
  // A request target may be an absolute URL. Its host then has precedence.
  return url.startsWith('/') || url === '*' || URL.parse(url)?.host === URL.parse(`http://${headers.host}`)?.host
}
