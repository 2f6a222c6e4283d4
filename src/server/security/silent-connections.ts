import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Browsers open a connection or two in advance. At the worst planned peak of 125 visitors a second, and with ten seconds until a silent
 * connection is closed, that is about as many.
 */
const MAX_SILENT = 2_000

/** At shutdown: requests that are still on their way arrive by then. */
const LAST_HEADS_MS = 1_000

/** Connections that have not sent a whole head yet. Beyond the limit the oldest is closed, so that new ones are accepted (77). */
export function limitSilentConnections(server: Server, most = MAX_SILENT): void {
  // In the order of arrival.
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    const [oldest] = silent
    if (silent.size > most && oldest) oldest.destroy()
  })
  server.prependListener('request', ({ socket }) => void silent.delete(socket))
  // Node counts only connections as idle that have sent a request before; one that never does would delay the shutdown.
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    setTimeout(() => silent.forEach((socket) => socket.destroy()), LAST_HEADS_MS).unref()
  }
}
