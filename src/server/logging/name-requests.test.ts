import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { currentRequestId, setPaymentReference, newRequestId } from '#outbound/request-context.ts'
import { guardedLogStream, workMixin } from './logging.ts'
import { nameRequests } from './name-requests.ts'

test('a hundred simultaneous requests, bodies and waits included: each line names its own request and its own payment, once', async () => {
  const lines: string[] = []
  const stream = guardedLogStream({ write: (line) => lines.push(line) })
  const app = fastify({ genReqId: newRequestId, logger: { level: 'info', mixin: workMixin, stream } })
  nameRequests(app)
  app.route<{ Body: { reference: string } }>({
    method: 'POST',
    url: '/pay',
    async handler(request) {
      await pause(Math.random() * 20)
      setPaymentReference(request.body.reference)
      await pause(Math.random() * 20)
      app.log.info('outside the request’s own log')
      return { requestId: currentRequestId(), own: request.id }
    },
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, place) => {
      const reference = `GPAYMENT${place}X`
      const answer = await fetch(`${address}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reference }),
      })
      const { requestId, own } = await answer.json()
      expect(requestId).toBe(own)
      return { requestId, reference }
    }),
  )
  await app.close()
  const said = lines.filter((line) => line.includes('outside the request')).map((line) => JSON.parse(line))
  const pairs = (list: { requestId: string; reference: string }[]) =>
    list.map(({ requestId, reference }) => `${requestId} ${reference}`).toSorted()
  expect(pairs(said)).toEqual(pairs(answers))
  // Once per log line, whichever code wrote it.
  expect(lines.filter((line) => line.split('"requestId"').length > 2)).toEqual([])
})

test('the masking of the log leaves a request’s id unchanged', () => {
  for (let turn = 0; turn < 2_000; turn += 1) expect(newRequestId()).not.toMatch(/^[0-9]{8}-/)
})
