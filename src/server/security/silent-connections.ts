import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A browser opens a connection or two before it needs them: at the worst planned rush of 125 visitors a second, and with ten seconds until a
 * connection that says nothing is closed, that is about as many.
 */
const MOST_SILENT = 2_000

/** When the portal stops: what was sent and is still on its way to us arrives by then. */
const LAST_HEADS_MS = 1_000

/** Connections that have not brought a whole head yet. Beyond the limit the oldest gives way, so that whoever comes now is let in (77). */
export function limitSilentConnections(server: Server, most = MOST_SILENT): void {
  // In the order of arrival.
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    const [oldest] = silent
    if (silent.size > most && oldest) oldest.destroy()
  })
  server.prependListener('request', ({ socket }) => void silent.delete(socket))
  // Node calls only those idle that have brought a request before; one that never does would hold up the stop.
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    setTimeout(() => silent.forEach((socket) => socket.destroy()), LAST_HEADS_MS).unref()
  }
}
