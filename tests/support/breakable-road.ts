import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Road = {
  /** The portal, reached by this road. */
  url: string
  /** The phone still believes in its network: connections are refused, or taken and never answered. */
  cut(how: 'refused' | 'swallowed'): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

/** A road to the portal that a test can break without the browser being told. */
export async function openRoad(portalUrl: string): Promise<Road> {
  const { hostname, port } = new URL(portalUrl)
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
    async mend() {
      isSwallowing = false
      for (const socket of open) socket.destroy()
      if (!server.listening) await listen(ownPort)
    },
    close: stop,
  }
}
