import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'

export type PlainProxy = { close(): void }

/** A round-robin proxy that tries the other replica when one refuses the connection. It never repeats a sent request. */
export async function startProxy(port: number, targets: readonly number[]): Promise<PlainProxy> {
  let turn = 0
  const server = createServer((request, response) => {
    turn += 1
    const first = turn % targets.length
    forward(request, response, [...targets.slice(first), ...targets.slice(0, first)])
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function forward(request: IncomingMessage, response: ServerResponse, [target, ...others]: readonly number[]): void {
  const onward = ask({ host: 'localhost', port: target, method: request.method, path: request.url, headers: request.headers, agent: false })
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && others.length > 0) forward(request, response, others)
    else if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  // The body is sent after connecting, so that a refused connection leaves it for the other replica.
  onward.on('socket', (socket) => socket.once('connect', () => request.pipe(onward)))
}
