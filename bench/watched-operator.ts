import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WatchedOperator = {
  url: string
  /** Duration of the operator's calls that contain this number. */ tookMs(msisdn: string): number
  close(): void
}

/** A proxy that measures the operator's systems, so that the rest is the portal's own time. */
export async function watchOperator(operatorUrl: () => string): Promise<WatchedOperator> {
  const took = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    const began = performance.now()
    const target = new URL(incoming.url ?? '/', operatorUrl())
    const forwarded = request(target, { method: incoming.method, headers: { ...incoming.headers, host: target.host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.on('end', () => {
        const msisdn = /227([0-9]{8})/.exec(decodeURIComponent(target.search))?.[1]
        if (msisdn) took.set(msisdn, (took.get(msisdn) ?? 0) + performance.now() - began)
      })
    })
    forwarded.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tookMs: (msisdn) => took.get(msisdn) ?? 0,
    close: () => server.close(),
  }
}
