import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { Dialect } from '../simulators/dialects.ts'
import type { SimulatorName } from '../simulators/simulator-names.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { nationalNumber } from '../world/numbers.ts'
import type { Prompt } from '../world/prompts.ts'
import { ADDRESSES_ON_FILE } from '../world/portal-addresses.ts'
import type { World } from '../world/world.ts'
import { AddressBody, AnswerBody, DialectBody, FaultBody, FaultQuery, ShopPaymentBody, TimeBody } from './control-shapes.ts'
import { durationMs } from './duration.ts'
import { refuseForeignOrigins } from './origin-guard.ts'

type Options = { world: World; portalUrl: string; simulators: readonly Simulator[] }

/** The calls by which tests and people control the simulated world. */
export function controlRoutes({ world, portalUrl, simulators }: Options): FastifyPluginAsync {
  return async function routes(app) {
    app.addHook('onRequest', refuseForeignOrigins(portalUrl))
    acceptOnlyJson(app)
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) request.log.error(error)
      return reply.code(status).send({ error: error.message })
    })
    registerPhoneCalls(app, world)
    registerFaultCalls(app, world)
    registerDialectCalls(app, world, simulators)
    registerAddressCalls(app, world)
    registerWorldCalls(app, world)
  }
}

function registerPhoneCalls(app: FastifyInstance, world: World): void {
  app.get<{ Params: { msisdn: string } }>('/control/sms/:msisdn', async (request, reply) => {
    const msisdn = nationalNumber(request.params.msisdn)
    if (msisdn === null) return refuseNumber(reply)
    return world.inbox.of(msisdn).map(({ at, from, text, parts = 1 }) => ({ at, from, text, parts }))
  })

  app.get<{ Params: { msisdn: string } }>('/control/prompts/:msisdn', async (request, reply) => {
    const msisdn = nationalNumber(request.params.msisdn)
    if (msisdn === null) return refuseNumber(reply)
    return world.prompts.of(msisdn).map(shownPrompt)
  })

  app.post<{ Params: { msisdn: string; id: string }; Body: Static<typeof AnswerBody> }>(
    '/control/prompts/:msisdn/:id',
    { schema: { body: AnswerBody } },
    async (request, reply) => {
      const msisdn = nationalNumber(request.params.msisdn)
      if (msisdn === null) return refuseNumber(reply)
      if (world.prompts.find(request.params.id)?.msisdn !== msisdn) return reply.code(404).send({ error: 'this number has no such prompt' })

      const result = await world.prompts.answer(request.params.id, request.body)
      if (result.kind === 'unknown') return reply.code(404).send({ error: 'this number has no such prompt' })
      if (result.kind === 'not-waiting') return reply.code(409).send({ error: `the prompt is already ${result.prompt.state}` })
      if (result.kind === 'wrong-pin') return { ...shownPrompt(result.prompt), problem: 'wrong-pin', triesLeft: result.triesLeft }
      if (result.kind === 'locked') return { ...shownPrompt(result.prompt), problem: 'wallet-locked', triesLeft: 0 }
      return shownPrompt(result.prompt)
    },
  )
}

function registerFaultCalls(app: FastifyInstance, world: World): void {
  app.get('/control/faults', async () => world.faults.all())
  app.post<{ Body: FaultBody }>('/control/faults', { schema: { body: FaultBody } }, async (request, reply) =>
    reply.code(201).send(world.faults.add(request.body)),
  )
  app.delete<{ Querystring: Static<typeof FaultQuery> }>(
    '/control/faults',
    { schema: { querystring: FaultQuery } },
    async (request, reply) => {
      world.faults.clear(request.query.face)
      return reply.code(204).send()
    },
  )
}

function registerDialectCalls(app: FastifyInstance, world: World, simulators: readonly Simulator[]): void {
  const all = () => Object.fromEntries(simulators.map(({ name }) => [name, world.dialects.of(name)]))
  app.get('/control/dialect', async () => all())
  app.post<{ Body: { face: SimulatorName; dialect: Dialect } }>(
    '/control/dialect',
    { schema: { body: DialectBody } },
    async (request, reply) => {
      const { face: name, dialect } = request.body
      const simulator = simulators.find((one) => one.name === name)
      const spoken = ['strict', ...(simulator?.dialects ?? [])]
      if (!simulator || !spoken.includes(dialect)) return reply.code(409).send({ error: `${name} speaks only ${spoken.join(', ')}` })
      world.dialects.speak(name, dialect)
      return all()
    },
  )
}

/** Settings that the operator's staff would enter in a provider's dashboard: the webhook URL, or the return URL. */
function registerAddressCalls(app: FastifyInstance, world: World): void {
  const all = () => Object.fromEntries(ADDRESSES_ON_FILE.map((provider) => [provider, world.portal.onFile(provider)]))
  app.get('/control/addresses', async () => all())
  app.put<{ Params: { provider: string }; Body: Static<typeof AddressBody> }>(
    '/control/addresses/:provider',
    { schema: { body: AddressBody } },
    async (request, reply) => {
      const provider = ADDRESSES_ON_FILE.find((name) => name === request.params.provider)
      if (!provider) return reply.code(404).send({ error: `only ${ADDRESSES_ON_FILE.join(', ')} keep an address of ours on file` })
      world.portal.register(provider, request.body.address)
      return all()
    },
  )
}

function registerWorldCalls(app: FastifyInstance, world: World): void {
  app.get('/control/ledger', async () => world.money.ledger())
  app.get('/control/notices', async () => world.notices.recent())

  app.post<{ Body: Static<typeof TimeBody> }>('/control/time', { schema: { body: TimeBody } }, async (request, reply) => {
    const milliseconds = durationMs(request.body.advance)
    if (milliseconds === null) return reply.code(400).send({ error: 'advance must be a duration such as PT5M, at most 366 days' })
    await world.scheduler.advance(milliseconds)
    world.changes.announce()
    return { now: world.clock.iso() }
  })

  app.post<{ Body: Static<typeof ShopPaymentBody> }>(
    '/control/shop-payment',
    { schema: { body: ShopPaymentBody } },
    async (request, reply) => {
      const { accountNo, billNo, amount } = request.body
      const open = world.accounts.bills(accountNo).filter((bill) => billNo === undefined || bill.billNo === billNo)
      if (open.length === 0) return reply.code(404).send({ error: 'there is no such bill' })
      const owed = open.reduce((sum, { remaining }) => sum + remaining, 0)
      if (owed > 0) world.accounts.settle({ accountNo, ...(billNo !== undefined && { billNo }), amount: amount ?? owed })
      return { outstanding: world.accounts.outstanding(accountNo) }
    },
  )

  app.post('/control/reset', async () => {
    world.reset()
    return { now: world.clock.iso() }
  })
}

function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, String(body), done)
  })
}

function shownPrompt({ id, amount, currency, payee, expiresAt, state }: Prompt) {
  return { id, amount, currency, payee, expiresAt, state }
}

function refuseNumber(reply: FastifyReply): FastifyReply {
  return reply.code(400).send({ error: 'a number has 8 digits' })
}
