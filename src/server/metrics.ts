import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  observeRequest(seen: { route: string; method: string; status: number; milliseconds: number }): void
  countShed(): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'guichet_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const shed = new Counter({ name: 'guichet_shed_requests_total', help: 'Requests turned away under load', registers: [registry] })
  return {
    registry,
    observeRequest({ route, method, status, milliseconds }) {
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000)
    },
    countShed: () => shed.inc(),
  }
}

/** On loopback only: figures are for the operator's own collector, not for visitors. */
export async function serveMetrics({ registry }: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    void registry.metrics().then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
