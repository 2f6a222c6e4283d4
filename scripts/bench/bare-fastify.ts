import fastify from 'fastify'

/** The least that Fastify can do: what the portal's answers are held against. */
const app = fastify({ logger: false })
app.get('/', async () => ({ hello: 'world' }))
await app.listen({ port: Number(process.env.PORT), host: 'localhost' })
