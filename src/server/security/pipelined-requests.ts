import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type PipelineLimits = {
  /** Pipelined requests of one connection that wait for the one before. Browsers and proxies send none. */
  mostWaiting: number
  /** While other requests wait behind it, a response that the client does not read at all is given up after so long. */
  unreadMs: number
}

const LIMITS: PipelineLimits = { mostWaiting: 8, unreadMs: 5_000 }

type Waiting = { request: IncomingMessage; response: ServerResponse }
/** Requests of one connection whose responses the network has not taken yet. */
type Line = { waiting: Waiting[]; answered: number; watch: NodeJS.Timeout | null }

/**
 * Abuse 90: Node emits every request that one packet brings, whether responses are read or not. Here a connection has one response under
 * way; the next one is begun when the network has taken it. A connection with too many pipelined requests is cut at once, one that reads
 * nothing after a few seconds.
 */
export function servePipelinesInTurn(
  serve: RequestListener,
  { onCut, ...changes }: Partial<PipelineLimits> & { onCut: () => void },
): RequestListener {
  const { mostWaiting, unreadMs } = { ...LIMITS, ...changes }
  const lines = new WeakMap<Socket, Line>()

  function cut(socket: Socket): void {
    if (socket.destroyed) return
    onCut()
    withoutStacks(socket)
    socket.destroy()
  }

  /** Checks again for as long as a request waits. */
  function watchReading(socket: Socket, line: Line): NodeJS.Timeout {
    const { answered } = line
    return setTimeout(() => {
      if (socket.destroyed || line.waiting.length === 0) line.watch = null
      else if (line.answered === answered && socket.writableLength > 0) cut(socket)
      else line.watch = watchReading(socket, line)
    }, unreadMs).unref()
  }

  function begin(line: Line, { request, response }: Waiting): void {
    response.once('close', () => {
      line.answered += 1
      const next = line.waiting.shift()
      if (next && !next.request.socket.destroyed) begin(line, next)
      else lines.delete(request.socket)
    })
    serve(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const line = lines.get(socket)
    if (!line) {
      const first = { waiting: [], answered: 0, watch: null }
      lines.set(socket, first)
      begin(first, { request, response })
    } else if (line.waiting.length >= mostWaiting) cut(socket)
    else {
      line.waiting.push({ request, response })
      line.watch ??= watchReading(socket, line)
    }
  }
}

/**
 * Node creates an error for each request that a closed connection leaves behind. Their stack traces are useless, and cost most of a cut.
 */
function withoutStacks(socket: Socket): void {
  const { stackTraceLimit } = Error
  socket.prependOnceListener('close', () => (Error.stackTraceLimit = 0))
  socket.once('close', () => (Error.stackTraceLimit = stackTraceLimit))
}
