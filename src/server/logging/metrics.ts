import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { requestTimes, type SeenRequest } from './request-times.ts'

export type Metrics = {
  contentType: string
  /** All figures, as a collector reads them. */
  text(): Promise<string>
  observeRequest(seen: SeenRequest): void
  countShed(): void
  /** Something went wrong in work that nobody waits for. */
  countWorkFailure(kind: string): void
  /** A figure that is read when somebody asks for it. */
  watch(name: string, help: string, read: () => number | Promise<number>): void
  countCut(): void
  countNotice(connector: string, outcome: string): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const times = requestTimes({ name: 'guichet_request_seconds', help: 'Time to answer, by route' })
  const shed = new Counter({ name: 'guichet_shed_requests_total', help: 'Requests turned away under load', registers: [registry] })
  const failures = new Counter({
    name: 'guichet_work_failures_total',
    help: 'Times that work on an order, a notice or another item failed',
    labelNames: ['kind'],
    registers: [registry],
  })
  const cut = new Counter({
    name: 'guichet_cut_requests_total',
    help: 'Requests cut off because they never became whole',
    registers: [registry],
  })
  const notices = new Counter({
    name: 'guichet_notices_total',
    help: 'Notices of payment providers, by what became of them',
    labelNames: ['connector', 'outcome'],
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${times.text()}`,
    observeRequest: times.observe,
    countShed: () => shed.inc(),
    countWorkFailure: (kind) => failures.inc({ kind }),
    watch(name, help, read) {
      // A figure that cannot be read now is absent, so that the others still are told.
      const collect = async function (this: Gauge): Promise<void> {
        this.reset()
        this.set(await Promise.resolve(read()).catch(() => Number.NaN))
      }
      registry.registerMetric(new Gauge({ name, help, registers: [], collect }))
    },
    countCut: () => cut.inc(),
    countNotice: (connector, outcome) => notices.inc({ connector, outcome }),
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
