import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'

/** Alternating is the worst case during an upgrade; sticky is what deploy/nginx.conf does. */
export type Manner = 'in-turn' | 'kept-together'

export type SwitchingProxy = {
  manner: Manner
  /** Ports of the replicas that receive traffic. */
  targets: number[]
  close(): void
}

const ASK_EVERY_MS = 250

/**
 * A proxy whose replicas change while it runs, and which sends traffic to ready ones, as balancers do. Sticky: an address always leads to
 * the same replica, and a missing built file is requested from the others.
 */
export async function startSwitchingProxy(port: number): Promise<SwitchingProxy> {
  let turn = 0
  let targets: number[] = []
  const resting = new Set<number>()
  const server = createServer((request, response) => {
    turn += 1
    const { manner } = proxy
    const awake = targets.filter((target) => !resting.has(target))
    // No replica is ready: let one of them refuse with its message.
    const among = awake.length > 0 ? awake : targets
    const first = manner === 'in-turn' ? turn % among.length : placeOf(String(request.headers['x-forwarded-for']), among.length)
    const isFile = manner === 'kept-together' && request.method === 'GET' && request.url?.startsWith('/assets/') === true
    forward(request, response, { targets: [...among.slice(first), ...among.slice(0, first)], isFile })
  })
  const proxy: SwitchingProxy = {
    manner: 'in-turn',
    get targets() {
      return targets
    },
    set targets(ports) {
      targets = ports
      resting.clear()
    },
    close() {
      clearInterval(asking)
      server.close()
      server.closeAllConnections()
    },
  }
  const asking = setInterval(() => {
    for (const target of targets)
      void isReady(target).then((yes) => {
        if (yes) resting.delete(target)
        else resting.add(target)
      })
  }, ASK_EVERY_MS)
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return proxy
}

/** A slow response counts as ready; a refusal or no connection does not. */
async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).status !== 503
  } catch (error) {
    return error instanceof DOMException
  }
}

function placeOf(address: string, count: number): number {
  return Number.parseInt(hash('sha256', address).slice(0, 8), 16) % count
}

type Road = { targets: readonly number[]; isFile: boolean }

/** Requests that may have started are never repeated: only a refused connection or a missing file tries the next replica. */
function forward(request: IncomingMessage, response: ServerResponse, { targets: [target, ...others], isFile }: Road): void {
  const next = () => forward(request, response, { targets: others, isFile })
  if (target === undefined) return void response.writeHead(502).end()
  const onward = ask({ host: 'localhost', port: target, method: request.method, path: request.url, headers: request.headers, agent: false })
  onward.on('response', (answer) => {
    if (isFile && answer.statusCode === 404 && others.length > 0) {
      answer.resume()
      return next()
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && others.length > 0) next()
    else if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  // The body is sent after connecting, so that a refused connection leaves it for another replica.
  onward.on('socket', (socket) => socket.once('connect', () => (isFile ? onward.end() : request.pipe(onward))))
}
