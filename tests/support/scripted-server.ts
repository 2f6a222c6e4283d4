import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** The response to one request. `json` uses status 200 by default. */
export type Script =
  | 'hang'
  | 'reset'
  | { json: unknown; status?: number; headers?: Record<string, string>; afterMs?: number }
  | { text: string; status: number; headers?: Record<string, string>; afterMs?: number }
  /** Announces a longer body than it sends, then closes. */
  | { cutAfter: string }

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

export type ScriptedServer = {
  url: URL
  requests: Seen[]
  /** Maximum of concurrent requests. */
  mostAtOnce: () => number
}

/** An address without a listener. */
export async function aRefusingAddress(): Promise<URL> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return new URL(`http://127.0.0.1:${port}`)
}

/** Simulates the operator: the script is a list of responses, or a function of the request. */
export async function aScriptedServer(script: Script[] | ((request: Seen) => Script)): Promise<ScriptedServer> {
  const requests: Seen[] = []
  let open = 0
  let most = 0
  const next = typeof script === 'function' ? script : () => script.shift() ?? { text: 'the script is used up', status: 500 }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    most = Math.max(most, ++open)
    response.on('close', () => open--)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    requests.push(seen)
    await play(next(seen), request, response)
  }

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), requests, mostAtOnce: () => most }
}

async function play(script: Script, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (script === 'hang') return
  if (script === 'reset') return void request.socket.resetAndDestroy()
  if ('cutAfter' in script) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': script.cutAfter.length + 100 })
    response.write(script.cutAfter, () => request.socket.destroy())
    return
  }
  if (script.afterMs) await pause(script.afterMs)
  const isJson = 'json' in script
  const headers = { 'content-type': isJson ? 'application/json;charset=utf-8' : 'text/html', ...script.headers }
  response.writeHead(script.status ?? 200, headers).end(isJson ? JSON.stringify(script.json) : script.text)
}
