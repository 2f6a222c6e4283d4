import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** One network path that can be cut silently. */
export type Cable = { port: number; cut(): void; mend(): void; close(): void }

/** Loopback never loses packets; nodes that lose their network use these. */
export async function layCable(port: number, target: number): Promise<Cable> {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      // A cut cable hides the end of a connection too; it is noticed when the cable is mended.
      if (isCut) return
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('data', (bytes) => isCut || other.write(bytes))
      one.on('error', () => {})
      one.on('close', end)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    pairs.clear()
  }
  return {
    port,
    cut: () => void (isCut = true),
    mend() {
      isCut = false
      endAll()
    },
    close() {
      server.close()
      endAll()
    },
  }
}
