import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EncodedBody } from './encoded-body.ts'

/** A large answer that is the same for everybody: made and compressed once, and known by its tag. */
export type PreparedAnswer = { etag: string; body: EncodedBody }

export function isPrepared(answer: object): answer is PreparedAnswer {
  return 'etag' in answer && 'body' in answer
}

const KEPT_SECONDS = 300

export async function sendPrepared(request: FastifyRequest, reply: FastifyReply, { etag, body }: PreparedAnswer): Promise<FastifyReply> {
  reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`).header('vary', 'accept-encoding, lang').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const { encoding, bytes } = await body.encode(request.headers['accept-encoding'] ?? '')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(bytes)
}
