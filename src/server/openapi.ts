import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

/** API-8: every call of the portal, described by the schemas that also check it. */
export async function describeCalls(app: FastifyInstance, publicOrigin: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'guichet', description: 'The calls of the self-service portal', version: '1' },
      servers: [{ url: publicOrigin }],
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    await reply.type('application/json').send(app.swagger())
  })
}
