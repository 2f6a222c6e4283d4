import fastify from 'fastify'
import { openPool } from '#server/database/database.ts'
import { readSettings } from '#settings/settings.ts'

/** Minimal USSD step: one form, one query, one text. */
const { databaseUrl, port } = readSettings(process.env)
const pool = openPool(databaseUrl ?? '', (error) => process.emitWarning(error))
const app = fastify()
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body))
app.post('/ussd/v1/session', async () => {
  await pool.query('select id from ussd_session where msisdn = $1', ['90000001'])
  return 'CON 1'
})
await app.listen({ port, host: 'localhost' })
process.on('SIGTERM', () => process.exit(0))
