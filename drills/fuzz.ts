import { Agent, request as ask } from 'node:http'
import type { DrillWorld } from './drill-world.ts'
import { callsIn, fuzzRequest, type FuzzRequest } from './fuzz-requests.ts'
import type { DrillResult } from './report.ts'

const AT_ONCE = 12
const MAX_FAILURES = 20
const MEMORY_LOOKS = 60
const MAX_GROWTH_MB = 60
/** Documented 503s: an upstream is unavailable, or load shedding. */
const KNOWN_503 = new Set(['unavailable', 'operator-unavailable', 'sms-unavailable'])

type Failure = { seed: number; request: FuzzRequest; outcome: string }
type Answer = { status: number; code: string }

/** Generated and corrupted requests from the portal's OpenAPI: no 5xx, no crash, no growing memory. */
export async function fuzzPortal(world: DrillWorld, { seed, requests }: { seed: number; requests: number }): Promise<DrillResult> {
  const began = performance.now()
  const document = (await (await fetch(`${world.portalUrl}/openapi.json`)).json()) as Parameters<typeof callsIn>[0]
  const calls = callsIn(document)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const failures: Failure[] = []
  const statuses: Record<string, number> = {}
  const pid = world.portal.pid()
  let next = 0
  const heapSizes: number[] = []

  async function worker(): Promise<void> {
    while (next < requests && failures.length < MAX_FAILURES) {
      const number = next
      next += 1
      if (number % Math.ceil(requests / MEMORY_LOOKS) === 0) heapSizes.push((await memoryOf(world)).heap)
      const request = fuzzRequest(seed + number, calls, world.portalUrl)
      const answer = await send(world.portalUrl, agent, request)
      const word = typeof answer === 'string' ? answer : String(answer.status)
      statuses[word] = (statuses[word] ?? 0) + 1
      if (isWrong(answer)) failures.push({ seed: seed + number, request, outcome: outcomeOf(answer) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  agent.destroy()
  const problems = failures.map(describeFailure)
  if (!world.portal.isRunning() || world.portal.pid() !== pid)
    problems.push(`the portal crashed:\n${world.portal.complaints().slice(-10).join('\n')}`)
  const { resident } = world.portal.isRunning() ? await memoryOf(world) : { resident: 0 }
  const growth = Math.round(growthOf(heapSizes))
  if (growth > MAX_GROWTH_MB) problems.push(`what is kept in memory grew by ${growth} MB after the warm-up, more than ${MAX_GROWTH_MB}`)
  const words = Object.entries(statuses).map(([word, count]) => `${word}: ${count}`)
  const what = `${next} requests to ${calls.length} calls and all pages (${words.join(', ')}), ${resident.toFixed(0)} MB resident, heap grew ${growth} MB`
  return { drill: 'fuzz', what, problems, seconds: (performance.now() - began) / 1000 }
}

function isWrong(answer: Answer | string): boolean {
  // The portal closes the connection of an impossible request; a crash is detected by the process.
  if (typeof answer === 'string') return answer === 'timeout'
  return answer.status >= 500 && !(answer.status === 503 && KNOWN_503.has(answer.code))
}

function outcomeOf(answer: Answer | string): string {
  return typeof answer === 'string' ? answer : `${answer.status} ${answer.code}`
}

function describeFailure({ seed, request: { method, path, headers, body }, outcome }: Failure): string {
  const again = `npm run drill -- --only fuzz --seed ${seed} --fuzz 1`
  return `${outcome} for ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 500)} ${(body ?? '').slice(0, 500)}\n        again: ${again}`
}

function send(portalUrl: string, agent: Agent, { method, path, headers, body }: FuzzRequest): Promise<Answer | string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(portalUrl)
    const sent = ask({ hostname, port, method, path, headers, agent, timeout: 20_000 }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, code: answer.headers['retry-after'] ? 'unavailable' : codeIn(Buffer.concat(chunks)) }),
      )
      answer.on('error', () => resolve('cut off'))
    })
    sent.on('timeout', () => {
      resolve('timeout')
      sent.destroy()
    })
    sent.on('error', () => resolve('closed'))
    sent.end(body)
  })
}

function codeIn(body: Buffer): string {
  return /"code":"([a-z-]+)"/.exec(body.subarray(0, 500).toString())?.[1] ?? ''
}

/**
 * The heap grows until it is collected, so retained memory shows at its minima. Compares those of the second third with those of the
 * last; caches have reached their size by then.
 */
export function growthOf(heapSizes: readonly number[]): number {
  const third = Math.floor(heapSizes.length / 3)
  if (third === 0) return 0
  return Math.min(...heapSizes.slice(2 * third)) - Math.min(...heapSizes.slice(third, 2 * third))
}

/** Megabytes. */
export async function memoryOf({ adminUrl }: DrillWorld): Promise<{ resident: number; heap: number }> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1e6
  return { resident: megabytes('process_resident_memory_bytes'), heap: megabytes('nodejs_heap_size_used_bytes') }
}
