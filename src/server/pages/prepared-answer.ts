import type { FastifyReply, FastifyRequest } from 'fastify'
import { encode, type EncodedBody } from './encoded-body.ts'

/** A large response that is the same for all clients: built and compressed once, with an ETag. */
export type PreparedAnswer = { etag: string; body: EncodedBody }

export function isPrepared(answer: object): answer is PreparedAnswer {
  return 'etag' in answer && 'body' in answer
}

const KEPT_SECONDS = 300

export async function sendPrepared(request: FastifyRequest, reply: FastifyReply, { etag, body }: PreparedAnswer): Promise<FastifyReply> {
  reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`).header('vary', 'accept-encoding, lang').header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(await encode(request, reply, body))
}
