import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { API_PREFIX } from '#calls/addresses.ts'

const BYTE_EVERY_MS = 1_000
const BODY_BYTES = 400
const OPEN_AT_ONCE = 200

export type SlowCallers = {
  /** How each of them was answered in the end: by 408, by nothing, or not yet. */
  ends(): Record<string, number>
  /** Waits until all of them were cut off; answers the milliseconds that took. */
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

/** 77: connections that say nothing. */
export async function openSilentConnections(portalUrl: string, count: number): Promise<SlowCallers> {
  return watch(await openConnections(portalUrl, count), () => {})
}

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
    // Not being let in, or being cut off, is an outcome that is counted.
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
