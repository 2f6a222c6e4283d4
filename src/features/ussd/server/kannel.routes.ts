import type { FastifyPluginAsync } from 'fastify'
import { answerMetaData, kannelAuthorization, readKannelMessage, type SmppProfile } from './kannel-message.ts'
import { createGatewayAuth, keysOf } from './ussd-endpoint.ts'
import type { UssdSessions } from './ussd-sessions.ts'

export const KANNEL_PATH = '/ussd/v1/kannel'

/** `code`: the code of the menu. What is dialled with it arrives in one message. */
export type KannelEndpoint = { key: string; nextKey: string | null; addresses: readonly string[]; profile: SmppProfile; code: string }

const MESSAGE_LIMIT_BYTES = 4 * 1024

/**
 * USSD-2: the `post-url` of a Kannel that is connected to the network by SMPP. It shares sessions with the HTTP endpoint and differs in
 * encoding.
 */
export function kannelRoutes(sessions: UssdSessions, { key, nextKey, addresses, profile, code }: KannelEndpoint): FastifyPluginAsync {
  return async function routes(app) {
    const mayEnter = createGatewayAuth(addresses, keysOf({ key, nextKey }).map(kannelAuthorization))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('text/plain', { parseAs: 'buffer', bodyLimit: MESSAGE_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    app.route<{ Querystring: { id?: unknown } }>({
      method: 'POST',
      url: KANNEL_PATH,
      config: { isExternalEndpoint: true },
      schema: { hide: true },
      // Rejects unknown gateways before it reads the body.
      async onRequest(request, reply) {
        if (!mayEnter(request.ip, request.headers.authorization)) return reply.code(403).type('text/plain').send('refused')
      },
      async handler({ query, headers, body }, reply) {
        const read = readKannelMessage(
          {
            id: typeof query.id === 'string' ? query.id : '',
            from: oneOf(headers['x-kannel-from']),
            metaData: oneOf(headers['x-kannel-meta-data']),
            contentType: headers['content-type'] ?? '',
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          },
          { code, profile },
        )
        reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
        if (read.kind === 'wrong') return reply.code(400).send('')
        // Kannel sends nothing for an empty answer (`omit-empty`).
        if (read.kind === 'silence') return reply.send('')
        const answer = await sessions.hear(read.request)
        return reply.header('x-kannel-meta-data', answerMetaData(answer, read.session, profile)).send(answer.text)
      },
    })
  }
}

function oneOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
