import { createServer, type RequestListener, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { FORMER_NAMES, helpOf, metricNames, metricRecord, type MetricName, type MetricOf } from './metric-table.ts'
import { requestTimes, type SeenRequest } from './request-times.ts'
import { createSampler, type MetricSample, type SampledPart } from './metric-sampler.ts'
import { withOneHost } from '../security/one-host.ts'

type Labels = Readonly<Record<string, string>>

export type Metrics = {
  contentType: string
  /** All metrics, for a scrape: answered at once, in any state of the database. */
  text(): Promise<string>
  observeRequest(seen: SeenRequest): void
  countShed(): void
  /** A failure in background work. */
  countWorkFailure(kind: string): void
  countCut(): void
  countWebhook(connector: string, outcome: string): void
  /** With `by: 0` the series exists from the start: Prometheus does not see an increase from an absent series. */
  count(name: MetricOf<'counter'>, labels: Labels, by?: number): void
  observeDelivery(goods: string, seconds: number): void
  /** Exists from the start too. */
  expectDeliveries(goods: readonly string[]): void
  /** Available in memory, and read at each scrape. */
  watch(read: () => MetricSample[]): void
  /** Read from the database, seldom, and never while a scrape waits. */
  sample(part: SampledPart): void
}

/** A scrape times out after ten seconds, and the other metrics should arrive in time. */
const MAX_WAIT_MS = 1_000
const DELIVERY_BUCKETS_SECONDS = [1, 2, 5, 10, 30, 60, 300, 1800, 7200, 21_600]

export function createMetrics({ steadyMs = () => performance.now() }: { steadyMs?: () => number } = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const times = requestTimes({ name: 'guichet_request_seconds', help: helpOf('guichet_request_seconds') })
  const counters = ofType('counter', (name) => new Counter(declared(name, registry)))
  const gauges = ofType('gauge', (name) => new Gauge(declared(name, registry)))
  const deliveries = new Histogram({ ...declared('guichet_delivery_seconds', registry), buckets: DELIVERY_BUCKETS_SECONDS })
  const count: Metrics['count'] = (name, labels, by = 1) => counters.get(name)?.inc(labels, by)
  const sampler = createSampler({ steadyMs, onFailure: (part) => count('guichet_sample_failures_total', { part }) })
  const watched: (() => MetricSample[])[] = []

  /** Values that are no longer reported are removed. */
  function setGauges(): void {
    for (const gauge of gauges.values()) gauge.reset()
    const ages = sampler
      .ages()
      .map(({ part, seconds }): MetricSample => ({ name: 'guichet_sample_age_seconds', labels: { part }, value: seconds }))
    // A gauge without labels would start at 0, a value that was never measured.
    for (const [name, gauge] of gauges) if (!metricRecord(name).labels) gauge.remove({})
    for (const { name, labels = {}, value } of [...watched.flatMap((read) => readOrNothing(read)), ...sampler.samples(), ...ages])
      gauges.get(name)?.set(labels, value)
  }

  return {
    contentType: registry.contentType,
    async text() {
      await sampler.refresh(MAX_WAIT_MS)
      setGauges()
      const own = await registry.metrics()
      return `${own}\n${formerLines(own)}${times.text()}`
    },
    observeRequest: times.observe,
    countShed: () => count('guichet_shed_requests_total', {}),
    countWorkFailure: (kind) => count('guichet_work_failures_total', { kind }),
    countCut: () => count('guichet_cut_requests_total', {}),
    countWebhook: (connector, outcome) => count('guichet_webhooks_total', { connector, outcome }),
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

/** The lines of renamed metrics again, under their former names. */
function formerLines(text: string): string {
  const lines = text.split('\n').flatMap((line) => {
    const name = /^(?:# (?:HELP|TYPE) )?(\w+)/.exec(line)?.[1] ?? ''
    const former = FORMER_NAMES[name]
    return former ? [line.replace(name, former)] : []
  })
  return lines.map((line) => `${line}\n`).join('')
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

/** A metric that cannot be read now is absent, so that the others are still exported. */
function readOrNothing(read: () => MetricSample[]): MetricSample[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** On loopback only: metrics are for the operator's own collector, not for visitors. */
export async function serveMetrics({ contentType, text }: Pick<Metrics, 'contentType' | 'text'>, port: number): Promise<Server> {
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    // A failure here ends this response and nothing else.
    text().then(
      (body) => response.writeHead(200, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  }
  const server = createServer(withOneHost(answer))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
