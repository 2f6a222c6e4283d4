import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noticeFaultsOf } from '../card-gateways/notice-faults.ts'
import { operation } from '../simulators/simulator.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import { hangUp } from '../simulators/fault-hooks.ts'
import { answerDelayMs } from '../wallet-payments/payer-plans.ts'
import { payByPin, payByPush, type Parts, type PayAnswer } from './gsma-merchantpay.ts'
import {
  DUPLICATE,
  INTERNAL,
  invalid,
  LOCKED,
  NO_KEY_FOR_PAYER,
  NOT_AUTHORISED,
  NOT_FOUND,
  sendProblem,
  type GsmaProblem,
} from './gsma-problems.ts'
import { requestStateData, transactionData, type GsmaRequest } from './gsma-records.ts'
import { callbackUrlOf, correlationIdOf, credentialIn, readPayer, readPayment } from './gsma-requests.ts'
import { speakGsma } from './gsma-sparse.ts'
import { startReversal } from './gsma-reversals.ts'

/** The calls of a merchant's server. */
export function registerGsmaApi(app: FastifyInstance, parts: Parts): void {
  const { world, profile } = parts
  readHashedJson(app)
  speakGsma(app, world, profile)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    return sendProblem(reply, status >= 500 ? INTERNAL : invalid(error.message), world.clock.iso())
  })
  app.addHook('preHandler', async (request, reply) =>
    request.headers['x-api-key'] === profile.apiKey ? undefined : sendProblem(reply, NOT_AUTHORISED, world.clock.iso()),
  )
  registerQuestions(app, parts)
  registerKeyCall(app, parts)
  registerPayments(app, parts)
}

function registerQuestions(app: FastifyInstance, { world, profile, records }: Parts): void {
  const { base } = profile
  const answerAbout = async (reply: FastifyReply, found: { msisdn: string } | undefined, answer: () => object) => {
    if (!found) return sendProblem(reply, NOT_FOUND, world.clock.iso())
    await world.clock.wait(answerDelayMs(found.msisdn))
    return reply.send(answer())
  }

  app.get(`${base}/heartbeat`, operation('heartbeat'), async () => ({ serviceStatus: 'available', delay: 0 }))

  app.get<{ Params: { serverCorrelationId: string } }>(
    `${base}/requeststates/:serverCorrelationId`,
    operation('requeststate'),
    async ({ params }, reply) => {
      const found = records.find(params.serverCorrelationId)
      return answerAbout(reply, found, () => (found ? requestStateData(found) : {}))
    },
  )

  app.get<{ Params: { clientCorrelationId: string } }>(
    `${base}/responses/:clientCorrelationId`,
    operation('response'),
    async ({ params }, reply) => {
      const found = records.findByClient(params.clientCorrelationId)
      return answerAbout(reply, found, () => ({ link: linkTo(found) }))
    },
  )

  app.get<{ Params: { transactionReference: string } }>(
    `${base}/transactions/:transactionReference`,
    operation('transaction'),
    async ({ params }, reply) => {
      const found = records.transaction(params.transactionReference)
      return answerAbout(reply, found, () => (found ? transactionData(found, profile) : {}))
    },
  )
}

/** A finished request leads to its transaction, any other to its state. */
function linkTo(request: GsmaRequest | undefined): string {
  if (request?.transactionReference !== undefined) return `/transactions/${request.transactionReference}`
  return `/requeststates/${request?.serverCorrelationId ?? ''}`
}

function registerKeyCall(app: FastifyInstance, { world, profile, keys }: Parts): void {
  app.post(`${profile.base}/keys`, operation('key'), async (request, reply) => {
    const asked = readPayer(request.body)
    if (asked.kind === 'refused') return sendProblem(reply, asked.problem, world.clock.iso())
    const { msisdn } = asked.value
    const wallet = world.wallets.find(profile.wallet, msisdn)
    await world.clock.wait(answerDelayMs(msisdn))
    if (!wallet) return sendProblem(reply, NO_KEY_FOR_PAYER, world.clock.iso())
    if (wallet.locked) return sendProblem(reply, LOCKED, world.clock.iso())
    const key = await keys.issue(asked.value)
    return reply.code(201).send({
      kid: key.kid,
      algorithm: 'RSA-OAEP-256',
      key: key.spki,
      expiryTime: new Date(key.expiresAt).toISOString(),
      attemptsLeft: wallet.pinTriesLeft,
    })
  })
}

type MoneyHeaders = { clientCorrelationId: string; callbackUrl: string; noticeFaults: WebhookEffects }

function registerPayments(app: FastifyInstance, parts: Parts): void {
  const { world, profile, records } = parts

  /** What every call that moves money must carry. */
  function readHeaders(request: FastifyRequest): MoneyHeaders | { problem: GsmaProblem } {
    const clientCorrelationId = correlationIdOf(request)
    const callbackUrl = callbackUrlOf(request)
    if (clientCorrelationId === null) return { problem: invalid('X-CorrelationID is a UUID and mandatory', 'mandatoryValueNotSupplied') }
    if (callbackUrl === null) return { problem: invalid('X-Callback-URL is an address') }
    if (records.findByClient(clientCorrelationId)) return { problem: DUPLICATE }
    return { clientCorrelationId, callbackUrl, noticeFaults: noticeFaultsOf(request) }
  }

  function answer(request: FastifyRequest, reply: FastifyReply, paid: PayAnswer): FastifyReply {
    if (paid.kind === 'hang-up') return hangUp(request, reply)
    if (paid.kind === 'problem') return sendProblem(reply, paid.problem, world.clock.iso())
    const isAtOnce = paid.request.state === 'completed' && Object.keys(paid.request.noticeFaults).length === 0
    const transaction = isAtOnce && records.transaction(paid.request.transactionReference ?? '')
    return transaction ? reply.code(201).send(transactionData(transaction, profile)) : reply.code(202).send(requestStateData(paid.request))
  }

  app.post(`${profile.base}/transactions/type/merchantpay`, operation('merchantpay'), async (request, reply) => {
    const headers = readHeaders(request)
    if ('problem' in headers) return sendProblem(reply, headers.problem, world.clock.iso())
    const asked = readPayment(request.body, profile)
    if (asked.kind === 'refused') return sendProblem(reply, asked.problem, world.clock.iso())
    const sealed = credentialIn(request)
    const pay = { ...headers, ...asked.value }
    const paid = sealed ? await payByPin(parts, pay, sealed) : await payByPush(parts, pay)
    await world.clock.wait(answerDelayMs(asked.value.msisdn))
    return answer(request, reply, paid)
  })

  app.post<{ Params: { transactionReference: string } }>(
    `${profile.base}/transactions/:transactionReference/reversals`,
    operation('reversal'),
    async (request, reply) => {
      const headers = readHeaders(request)
      if ('problem' in headers) return sendProblem(reply, headers.problem, world.clock.iso())
      const started = startReversal(parts, { ...headers, body: request.body, reference: request.params.transactionReference })
      return answer(request, reply, started)
    },
  )
}

/** JSON, and when X-Content-Hash came along, exactly these bytes. */
function readHashedJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const hash = request.headers['x-content-hash']
    if (hash !== undefined && hash !== createHash('sha256').update(body).digest('hex'))
      return done(Object.assign(new Error('X-Content-Hash does not fit the body'), { statusCode: 400 }))
    return parse(request, String(body), done)
  })
}
