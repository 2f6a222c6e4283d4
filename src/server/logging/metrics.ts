import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { helpOf, metricNames, metricRecord, type MetricName, type MetricOf } from './metric-table.ts'
import { requestTimes, type SeenRequest } from './request-times.ts'
import { openSampler, type Figure, type SampledPart } from './sampled-figures.ts'

type Labels = Readonly<Record<string, string>>

export type Metrics = {
  contentType: string
  /** All figures, as a collector reads them: within moments, whatever the database does. */
  text(): Promise<string>
  observeRequest(seen: SeenRequest): void
  countShed(): void
  /** Something went wrong in work that nobody waits for. */
  countWorkFailure(kind: string): void
  countCut(): void
  countNotice(connector: string, outcome: string): void
  /** With `by: 0` it is there from the start: a rise from nothing is not seen by those who never saw the nothing. */
  count(name: MetricOf<'counter'>, labels: Labels, by?: number): void
  observeDelivery(goods: string, seconds: number): void
  /** Is there from the start too. */
  expectDeliveries(goods: readonly string[]): void
  /** Known at once, and read when somebody asks. */
  watch(read: () => Figure[]): void
  /** Read from the database, seldom, and never in the way of whoever collects. */
  sample(part: SampledPart): void
}

/** A collector gives up after ten seconds, and we want the other figures to be told in time. */
const PATIENCE_MS = 1_000
const DELIVERY_BUCKETS_SECONDS = [1, 2, 5, 10, 30, 60, 300, 1800, 7200, 21_600]

export function createMetrics({ steadyMs = () => performance.now() }: { steadyMs?: () => number } = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const times = requestTimes({ name: 'guichet_request_seconds', help: helpOf('guichet_request_seconds') })
  const counters = ofType('counter', (name) => new Counter(declared(name, registry)))
  const gauges = ofType('gauge', (name) => new Gauge(declared(name, registry)))
  const deliveries = new Histogram({ ...declared('guichet_delivery_seconds', registry), buckets: DELIVERY_BUCKETS_SECONDS })
  const count: Metrics['count'] = (name, labels, by = 1) => counters.get(name)?.inc(labels, by)
  const sampler = openSampler({ steadyMs, onFailure: (part) => count('guichet_sample_failures_total', { part }) })
  const watched: (() => Figure[])[] = []

  /** What is no longer told is no longer there. */
  function setGauges(): void {
    for (const gauge of gauges.values()) gauge.reset()
    const ages = sampler
      .ages()
      .map(({ part, seconds }): Figure => ({ name: 'guichet_sample_age_seconds', labels: { part }, value: seconds }))
    // A gauge without labels begins at 0, which nobody has said.
    for (const [name, gauge] of gauges) if (!metricRecord(name).labels) gauge.remove({})
    for (const { name, labels = {}, value } of [...watched.flatMap((read) => readOrNothing(read)), ...sampler.figures(), ...ages])
      gauges.get(name)?.set(labels, value)
  }

  return {
    contentType: registry.contentType,
    async text() {
      await sampler.refresh(PATIENCE_MS)
      setGauges()
      return `${await registry.metrics()}\n${times.text()}`
    },
    observeRequest: times.observe,
    countShed: () => count('guichet_shed_requests_total', {}),
    countWorkFailure: (kind) => count('guichet_work_failures_total', { kind }),
    countCut: () => count('guichet_cut_requests_total', {}),
    countNotice: (connector, outcome) => count('guichet_notices_total', { connector, outcome }),
    count,
    observeDelivery: (goods, seconds) => deliveries.observe({ goods }, Math.max(0, seconds)),
    expectDeliveries: (all) => all.forEach((goods) => deliveries.zero({ goods })),
    watch: (read) => void watched.push(read),
    sample(part) {
      count('guichet_sample_failures_total', { part: part.part }, 0)
      sampler.add(part)
    },
  }
}

function declared(name: MetricName, registry: Registry) {
  return { name, help: helpOf(name), labelNames: [...(metricRecord(name).labels ?? [])], registers: [registry] }
}

function ofType<Type extends 'counter' | 'gauge', Made>(type: Type, make: (name: MetricOf<Type>) => Made): Map<MetricOf<Type>, Made> {
  const isOfType = (name: MetricName): name is MetricOf<Type> => metricRecord(name).type === type
  return new Map(
    metricNames()
      .filter(isOfType)
      .map((name) => [name, make(name)]),
  )
}

/** A figure that cannot be read now is absent, so that the others still are told. */
function readOrNothing(read: () => Figure[]): Figure[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** On loopback only: figures are for the operator's own collector, not for visitors. */
export async function serveMetrics({ contentType, text }: Pick<Metrics, 'contentType' | 'text'>, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    // Whatever goes wrong here ends this answer and nothing else.
    text().then(
      (figures) => response.writeHead(200, { 'content-type': contentType }).end(figures),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
