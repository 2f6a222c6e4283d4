import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '../world/changes.ts'

const AT_MOST_EVERY_MS = 250
const HEARTBEAT_MS = 20_000

/** Server-Sent Events that only trigger a refresh, at most a few times a second however busy the world is. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, { changes, msisdn }: { changes: Changes; msisdn?: string }): void {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', connection: 'keep-alive' })
  reply.raw.write('retry: 1000\n\n')

  let pending: NodeJS.Timeout | undefined
  const stopListening = changes.listen(msisdn, () => {
    pending ??= setTimeout(() => {
      pending = undefined
      reply.raw.write('data: changed\n\n')
    }, AT_MOST_EVERY_MS)
  })
  const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS)

  request.raw.on('close', () => {
    stopListening()
    clearTimeout(pending)
    clearInterval(heartbeat)
  })
}
