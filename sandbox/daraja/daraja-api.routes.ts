import type { FastifyError, FastifyInstance } from 'fastify'
import { noticeFaultsOf } from '../card-gateways/notice-faults.ts'
import { operation } from '../simulators/simulator.ts'
import { hangUp } from '../simulators/fault-hooks.ts'
import { answerDelayMs } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'
import type { DarajaTokens } from './daraja-account.ts'
import { pushToPhone } from './daraja-push.ts'
import { RESULTS, type DarajaPush, type DarajaPushes } from './daraja-pushes.ts'
import {
  bad,
  BEING_PROCESSED,
  fieldsOf,
  problemOfAccount,
  readPush,
  sendProblem,
  textOf,
  WRONG_CLIENT,
  WRONG_GRANT,
  WRONG_TOKEN,
} from './daraja-requests.ts'
import type { DarajaSettlement } from './daraja-settlement.ts'
import { speakDaraja } from './daraja-sparse.ts'

const BASE = '/sandbox/daraja'

type Options = { world: World; tokens: DarajaTokens; pushes: DarajaPushes; settlement: DarajaSettlement }

export async function registerDarajaApi(app: FastifyInstance, options: Options): Promise<void> {
  const { tokens, world } = options
  speakDaraja(app, world)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    return sendProblem(reply, status >= 500 ? BEING_PROCESSED : bad('Request Payload'))
  })

  app.get<{ Querystring: { grant_type?: string } }>(`${BASE}/oauth/v1/generate`, operation('token'), async (request, reply) => {
    if (!tokens.isClient(request)) return sendProblem(reply, WRONG_CLIENT)
    return request.query.grant_type === 'client_credentials' ? reply.send(tokens.issue()) : sendProblem(reply, WRONG_GRANT)
  })

  await app.register(async (guarded) => {
    guarded.addHook('preHandler', async (request, reply) => (tokens.hasToken(request) ? undefined : sendProblem(reply, WRONG_TOKEN)))
    registerPush(guarded, options)
    registerQuestion(guarded, options)
  })
}

function registerPush(app: FastifyInstance, { world, pushes, settlement }: Options): void {
  app.post(`${BASE}/mpesa/stkpush/v1/processrequest`, operation('stkpush'), async (request, reply) => {
    const read = readPush(request.body)
    if (read.kind === 'refused') return sendProblem(reply, read.problem)
    const pushed = await pushToPhone({ world, pushes, settlement }, { ...read.value, noticeFaults: noticeFaultsOf(request) })
    if (pushed.kind === 'hang-up') return hangUp(request, reply)
    if (pushed.kind === 'no-wallet') return sendProblem(reply, bad('PhoneNumber'))
    await world.clock.wait(answerDelayMs(pushed.push.msisdn))
    return reply.send({
      MerchantRequestID: pushed.push.merchantRequestId,
      CheckoutRequestID: pushed.push.checkoutRequestId,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    })
  })
}

function registerQuestion(app: FastifyInstance, { world, pushes }: Options): void {
  app.post(`${BASE}/mpesa/stkpushquery/v1/query`, operation('query'), async (request, reply) => {
    const fields = fieldsOf(request.body)
    const problem = problemOfAccount(fields)
    if (problem) return sendProblem(reply, problem)
    const push = pushes.find(textOf(fields['CheckoutRequestID']))
    if (!push) return sendProblem(reply, BEING_PROCESSED)
    await world.clock.wait(answerDelayMs(push.msisdn))
    if (push.outcome !== undefined) return reply.send(resultData(push, RESULTS[push.outcome]))

    pushes.put({ ...push, questions: push.questions + 1 })
    const isSecondShape = push.questions % 2 === 1
    return isSecondShape ? sendProblem(reply, BEING_PROCESSED) : reply.send(resultData(push, STILL_PROCESSING))
  })
}

const STILL_PROCESSING = { code: 4999, text: 'The transaction is still under processing' }

/** The code of the result is a text here, and a number in the callback. */
function resultData({ merchantRequestId, checkoutRequestId }: DarajaPush, { code, text }: { code: number; text: string }): object {
  return {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode: String(code),
    ResultDesc: text,
  }
}
