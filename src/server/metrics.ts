import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import { requestTimes, type SeenRequest } from './request-times.ts'

export type Metrics = {
  contentType: string
  /** All figures, as a collector reads them. */
  text(): Promise<string>
  observeRequest(seen: SeenRequest): void
  countShed(): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const times = requestTimes({ name: 'guichet_request_seconds', help: 'Time to answer, by route' })
  const shed = new Counter({ name: 'guichet_shed_requests_total', help: 'Requests turned away under load', registers: [registry] })
  return {
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${times.text()}`,
    observeRequest: times.observe,
    countShed: () => shed.inc(),
  }
}

/** On loopback only: figures are for the operator's own collector, not for visitors. */
export async function serveMetrics({ contentType, text }: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    void text().then((figures) => response.writeHead(200, { 'content-type': contentType }).end(figures))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
