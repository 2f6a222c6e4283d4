import type { FastifyPluginAsync } from 'fastify'

/** ROUTE-3: addresses of this portal that the operator redirects elsewhere. */
export function outboundRoutes(targets: Readonly<Record<string, string>>): FastifyPluginAsync {
  return async function routes(app) {
    for (const [path, target] of Object.entries(targets)) {
      app.get(path, { schema: { hide: true } }, async (_request, reply) => {
        await reply.header('cache-control', 'no-store').redirect(target, 302)
      })
    }
  }
}
