import { hash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { encode, encodedBody } from './encoded-body.ts'
import { CACHED_QUALITY } from './sent-pages.ts'

export type OfflineFiles = { page: { html: string; style: string; script: string }; worker: string; pageScript: string }

export type OfflineOptions = { addresses: { page: string; worker: string; script: string }; read: () => Promise<OfflineFiles> }

/**
 * Short: a browser with an outdated worker, or one to be removed, has it for ten minutes more. Long enough not to be fetched with every
 * page.
 */
const CACHING = 'max-age=600'

/** GEN-8: the page for when there is no network, the worker that stores it on the phone, and what pages need for both. */
export function offlineRoutes({ addresses, read }: OfflineOptions): FastifyPluginAsync {
  return async function routes(app) {
    app.get(addresses.page, { schema: { hide: true } }, async (request, reply) => {
      const { html, style, script } = (await read()).page
      reply.header('content-security-policy', pagePolicy(style, script)).header('cache-control', 'no-cache')
      return send(request, reply.type('text/html; charset=utf-8'), html)
    })
    app.get(addresses.worker, { schema: { hide: true } }, async (request, reply) => {
      // A worker's permissions come from the policy in its own response.
      reply.header('content-security-policy', "default-src 'none'; connect-src 'self'").header('cache-control', CACHING)
      return send(request, reply.type('text/javascript; charset=utf-8'), (await read()).worker)
    })
    app.get(addresses.script, { schema: { hide: true } }, async (request, reply) => {
      return sendScript(request, reply, (await read()).pageScript)
    })
  }
}

/** A script at a fixed path. */
export async function sendScript(request: FastifyRequest, reply: FastifyReply, script: string): Promise<FastifyReply> {
  return send(request, reply.header('cache-control', CACHING).type('text/javascript; charset=utf-8'), script)
}

async function send(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  return reply.send(await encode(request, reply, encodedBody(Buffer.from(text), CACHED_QUALITY)))
}

/** Its style and script are inline: a phone without a network fetches nothing. */
function pagePolicy(style: string, script: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
