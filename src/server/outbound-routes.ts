import type { FastifyPluginAsync } from 'fastify'

/**
 * ROUTE-3: addresses of this portal that the operator has pointed elsewhere. The page's own data is answered as well, in the
 * form React Router reads, so that a link followed with script leaves as a link without script does.
 */
export function outboundRoutes(targets: Readonly<Record<string, string>>): FastifyPluginAsync {
  return async function routes(app) {
    for (const [path, target] of Object.entries(targets)) {
      app.get(path, { schema: { hide: true } }, async (_request, reply) => {
        await reply.header('cache-control', 'no-store').redirect(target, 302)
      })
      app.get(`${path}.data`, { schema: { hide: true } }, async (_request, reply) => {
        await reply.code(204).headers({ 'cache-control': 'no-store', 'x-remix-redirect': target, 'x-remix-reload-document': 'true' }).send()
      })
    }
  }
}
