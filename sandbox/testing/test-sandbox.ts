import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildSandbox, type SandboxOptions } from '../sandbox-app.ts'
import type { World } from '../world/world.ts'

/** A sandbox of the test's own, in memory unless a folder is given, gone when the test ends. */
export async function aSandbox(options: SandboxOptions = {}): Promise<{ app: FastifyInstance; world: World }> {
  const app = await buildSandbox(options)
  await app.ready()
  onTestFinished(() => app.close())
  return { app, world: app.getDecorator<World>('world') }
}

/** The same, reachable over a socket. */
export async function aListeningSandbox(options: SandboxOptions = {}): Promise<{ app: FastifyInstance; world: World; url: string }> {
  const sandbox = await aSandbox(options)
  return { ...sandbox, url: await sandbox.app.listen({ host: '127.0.0.1', port: 0 }) }
}

export type Receiver = {
  url: string
  requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[]
  answers: number[]
}

/** Plays the portal: notes every request, answers the next of `answers`, and 200 once these are used up; always with this text. */
export async function aReceiver(answers: number[] = [], text = 'received'): Promise<Receiver> {
  const requests: Receiver['requests'] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      response.writeHead(answers.shift() ?? 200).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, answers }
}

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The query of a good `sendsms`, with what the test changes. */
export function sendSmsUrl(changes: Record<string, string | undefined> = {}): string {
  const fields = {
    username: 'guichet',
    password: 'sandbox-sms',
    from: '300',
    to: '22790000001',
    text: 'Votre code : 482913.',
    charset: 'UTF-8',
    coding: '0',
    ...changes,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value)
  return `/cgi-bin/sendsms?${query.toString()}`
}
