import fastify from 'fastify'

/** Minimal Fastify server: the baseline for the portal's responses. */
const app = fastify({ logger: false })
app.get('/', async () => ({ hello: 'world' }))
await app.listen({ port: Number(process.env.PORT), host: 'localhost' })
