import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

/** API-8: every call of the portal, described by the schemas that also validate it. */
export async function describeCalls(app: FastifyInstance, publicOrigin: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'guichet',
        description:
          'The calls of the self-service portal. Our pages also send x-product, x-app-version, x-api-key, x-service-id, x-operator-code and x-run-mode; a call without them is answered too, one that names another run mode, or the key or service id of test in production or the other way round, is refused (other-world).',
        version: '1',
      },
      servers: [{ url: publicOrigin }],
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    await reply.type('application/json').send(app.swagger())
  })
}
