import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type BreakableProxy = {
  /** The portal's address through this proxy. */
  url: string
  /** The phone reports a network, but connections are refused, or accepted without a response. */
  cut(how: 'refused' | 'swallowed'): Promise<void>
  restore(): Promise<void>
  /** Forwards to another portal from now on. */
  forwardTo(otherUrl: string): void
  close(): Promise<void>
}

/** A proxy to the portal that a test can interrupt unnoticed by the browser. */
export async function openBreakableProxy(portalUrl: string): Promise<BreakableProxy> {
  let { hostname, port } = new URL(portalUrl)
  const open = new Set<Socket>()
  let isSwallowing = false
  const server = createServer((socket) => {
    hold(socket)
    if (isSwallowing) return
    const onward = hold(connect(Number(port), hostname))
    socket.pipe(onward).pipe(socket)
  })
  function hold(socket: Socket): Socket {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    return socket.on('close', () => open.delete(socket))
  }
  async function listen(at: number): Promise<number> {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  async function stop(): Promise<void> {
    for (const socket of open) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  const ownPort = await listen(0)
  return {
    url: `http://127.0.0.1:${ownPort}`,
    async cut(how) {
      isSwallowing = how === 'swallowed'
      if (how === 'refused') await stop()
      else for (const socket of open) socket.destroy()
    },
    async restore() {
      isSwallowing = false
      for (const socket of open) socket.destroy()
      if (!server.listening) await listen(ownPort)
    },
    forwardTo(otherUrl) {
      ;({ hostname, port } = new URL(otherUrl))
      for (const socket of open) socket.destroy()
    },
    close: stop,
  }
}
