import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { API_PREFIX } from '#calls/addresses.ts'

const BYTE_EVERY_MS = 1_000
const BODY_BYTES = 400
const OPEN_AT_ONCE = 200

export type SlowCallers = {
  /** Final response of each: 408, none, or pending. */
  ends(): Record<string, number>
  /** Waits until all are cut; returns the milliseconds. */
  allCut(withinMs: number): Promise<number>
  leave(): void
}

/** F60: calls whose bodies arrive a byte a second. */
export async function sendSlowBodies(portalUrl: string, count: number): Promise<SlowCallers> {
  const head =
    `POST ${API_PREFIX}/subscriber/line-type HTTP/1.1\r\nhost: ${new URL(portalUrl).host}\r\norigin: ${portalUrl}\r\n` +
    `content-type: application/json\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`
  const callers = await openConnections(portalUrl, count)
  const drip = (byte: string) => callers.forEach(({ socket }) => socket.writable && socket.write(byte))
  drip(`${head}{`)
  const timer = setInterval(() => drip(' '), BYTE_EVERY_MS)
  return watch(callers, () => clearInterval(timer))
}

/** 77: silent connections. */
export async function openSilentConnections(portalUrl: string, count: number): Promise<SlowCallers> {
  return watch(await openConnections(portalUrl, count), () => {})
}

/** Abuse 90: connections that pipeline all requests and read no response. Reading reveals whether they were cut. */
export async function sendUnread(
  portalUrl: string,
  { connections, requests }: { connections: number; requests: number },
): Promise<SlowCallers> {
  const callers = await openConnections(portalUrl, connections)
  const page = `GET / HTTP/1.1\r\nhost: ${new URL(portalUrl).host}\r\n\r\n`
  for (const { socket } of callers) socket.pause().write(page.repeat(requests))
  const watched = watch(callers, () => {})
  return {
    ...watched,
    async allCut(withinMs) {
      await pause(withinMs)
      for (const { socket } of callers) socket.resume()
      return watched.allCut(withinMs + READING_MS)
    },
  }
}

/** Time until a cut connection is visible to a reading client. */
const READING_MS = 1_000

type Caller = { socket: Socket; received: string; isClosed: boolean }

async function openConnections(portalUrl: string, count: number): Promise<Caller[]> {
  const { hostname, port } = new URL(portalUrl)
  const callers: Caller[] = []
  while (callers.length < count) {
    const some = Array.from({ length: Math.min(OPEN_AT_ONCE, count - callers.length) }, () => aCaller(hostname, Number(port)))
    callers.push(...(await Promise.all(some)))
  }
  return callers
}

function aCaller(host: string, port: number): Promise<Caller> {
  const caller: Caller = { socket: connect({ host, port, noDelay: true }), received: '', isClosed: false }
  const { socket } = caller
  socket.on('data', (chunk: Buffer) => (caller.received += chunk.toString('latin1')))
  socket.on('close', () => (caller.isClosed = true))
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(caller))
    // A refused or cut connection is a counted outcome.
    socket.on('error', () => resolve(caller))
  })
}

function watch(callers: Caller[], stop: () => void): SlowCallers {
  const began = performance.now()
  const endOf = ({ isClosed, received }: Caller) => (isClosed ? (/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 'no answer') : 'open')
  return {
    ends() {
      const ends: Record<string, number> = {}
      for (const caller of callers) ends[endOf(caller)] = (ends[endOf(caller)] ?? 0) + 1
      return ends
    },
    async allCut(withinMs) {
      while (callers.some(({ isClosed }) => !isClosed) && performance.now() - began < withinMs) await pause(50)
      return performance.now() - began
    },
    leave() {
      stop()
      for (const { socket } of callers) socket.destroy()
    },
  }
}
