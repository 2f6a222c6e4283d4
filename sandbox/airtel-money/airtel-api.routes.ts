import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { noticeFaultsOf } from '../card-gateways/notice-faults.ts'
import { hangUp } from '../simulators/fault-hooks.ts'
import { operation } from '../simulators/simulator.ts'
import { answerDelayMs } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'
import { CLIENT_ID, CLIENT_SECRET, type AirtelKeys, type AirtelTokens } from './airtel-account.ts'
import { RESULTS, type AirtelPayments } from './airtel-payments.ts'
import { pushToPhone } from './airtel-push.ts'
import {
  fieldsOf,
  fine,
  KNOWN_ALREADY,
  NO_TRANSACTION,
  NO_WALLET,
  NOT_REFUNDABLE,
  NOT_SIGNED,
  problemOfAccount,
  readPush,
  sendProblem,
  UNAUTHORIZED,
} from './airtel-requests.ts'
import type { AirtelSettlement } from './airtel-settlement.ts'
import { speakAirtel } from './airtel-sparse.ts'

const BASE = '/sandbox/airtel-money'

type Options = { world: World; tokens: AirtelTokens; keys: AirtelKeys; payments: AirtelPayments; settlement: AirtelSettlement }

export async function registerAirtelApi(app: FastifyInstance, options: Options): Promise<void> {
  const { tokens, keys, world } = options
  speakAirtel(app, world)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const httpStatus = error.statusCode ?? 500
    if (httpStatus >= 500) request.log.error(error)
    return sendProblem(reply, { httpStatus, code: 'ESB000001', message: 'Something went wrong' })
  })

  app.post(`${BASE}/auth/oauth2/token`, operation('token'), async (request, reply) => {
    const { client_id, client_secret, grant_type } = fieldsOf(request.body)
    const isClient = client_id === CLIENT_ID && client_secret === CLIENT_SECRET && grant_type === 'client_credentials'
    return isClient ? reply.send(tokens.issue()) : sendProblem(reply, { ...UNAUTHORIZED, message: 'Invalid client credentials' })
  })

  await app.register(async (guarded) => {
    guarded.addHook('preHandler', async (request, reply) => {
      if (!tokens.hasToken(request)) return sendProblem(reply, UNAUTHORIZED)
      const problem = problemOfAccount(request.headers)
      return problem ? sendProblem(reply, problem) : undefined
    })
    guarded.get(`${BASE}/v1/rsa/encryption-keys`, operation('key'), async () => ({
      data: { key_id: 100, key: keys.spki(), valid_upto: '31-12-2099 23:59:59' },
      status: { code: '200', message: 'Success', response_code: 'DP02010001001', result_code: 'ESB000010', success: true },
    }))
    registerPush(guarded, options)
    registerEnquiry(guarded, options)
    registerRefund(guarded, options)
  })
}

/** Requests without a signature are taken as well: countries differ. One that is there has to match. */
function isSignedRight({ keys }: Options, request: FastifyRequest): boolean {
  if (request.headers['x-signature'] === undefined) return true
  try {
    return JSON.stringify(JSON.parse(keys.read(request) ?? '')) === JSON.stringify(request.body)
  } catch {
    return false
  }
}

function registerPush(app: FastifyInstance, options: Options): void {
  const { world } = options
  app.post(`${BASE}/merchant/v2/payments/`, operation('push'), async (request, reply) => {
    if (!isSignedRight(options, request)) return sendProblem(reply, NOT_SIGNED)
    const read = readPush(request.body, request.headers)
    if (read.kind === 'refused') return sendProblem(reply, read.problem)
    const pushed = await pushToPhone(options, { ...read.value, noticeFaults: noticeFaultsOf(request) })
    if (pushed.kind === 'hang-up') return hangUp(request, reply)
    if (pushed.kind === 'known-already') return sendProblem(reply, KNOWN_ALREADY)
    if (pushed.kind === 'no-wallet') return sendProblem(reply, NO_WALLET)
    await world.clock.wait(answerDelayMs(pushed.payment.msisdn))
    return reply.send(fine({ id: pushed.payment.id, status: 'SUCCESS' }, 'DP00800001006'))
  })
}

function registerEnquiry(app: FastifyInstance, { world, payments }: Options): void {
  app.get<{ Params: { id: string } }>(`${BASE}/standard/v1/payments/:id`, operation('query'), async (request, reply) => {
    const payment = payments.find(request.params.id)
    if (!payment) return sendProblem(reply, NO_TRANSACTION)
    await world.clock.wait(answerDelayMs(payment.msisdn))
    const { id, outcome, airtelMoneyId, isRefunded } = payment
    const ids = { ...(airtelMoneyId !== undefined && { airtel_money_id: airtelMoneyId }), id }
    if (!outcome) return reply.send(fine({ ...ids, message: 'In process', status: 'TIP' }, 'DP00800001006'))
    if (isRefunded) return reply.send(fine({ ...ids, message: 'Transaction Reversed', status: 'TR' }, 'DP00800001001'))
    const { word, code, text } = RESULTS[outcome]
    return reply.send(fine({ ...ids, message: text, status: word }, code))
  })
}

function registerRefund(app: FastifyInstance, options: Options): void {
  const { payments, settlement } = options
  app.post(`${BASE}/standard/v2/payments/refund`, operation('refund'), async (request, reply) => {
    if (!isSignedRight(options, request)) return sendProblem(reply, NOT_SIGNED)
    const { airtel_money_id: theirs } = fieldsOf(fieldsOf(request.body)['transaction'])
    const payment = typeof theirs === 'string' ? payments.findByTheirId(theirs) : undefined
    if (!payment) return sendProblem(reply, NO_TRANSACTION)
    const given = settlement.giveBack(payment)
    return given
      ? reply.send(fine({ airtel_money_id: given.airtelMoneyId, status: 'SUCCESS' }, 'DP00800001001'))
      : sendProblem(reply, NOT_REFUNDABLE)
  })
}
