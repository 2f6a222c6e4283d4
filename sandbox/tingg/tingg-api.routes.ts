import type { FastifyError, FastifyInstance } from 'fastify'
import { payingCard } from '../card-gateways/card-form.ts'
import { noticeFaultsOf } from '../card-gateways/notice-faults.ts'
import { ownOrigin } from '../card-gateways/return-address.ts'
import { operation } from '../simulators/simulator.ts'
import type { World } from '../world/world.ts'
import { GENERIC_FAILURE, invalid, NO_REQUEST, NOT_AUTHORISED, sendProblem, sendResults } from './tingg-answers.ts'
import { readExpress, textOf, TINGG_SERVICE_CODE } from './tingg-express.ts'
import { chargeCard, decide } from './tingg-pay.ts'
import type { TinggRefunds } from './tingg-refunds.ts'
import { isUndecided, requestData, type TinggRequests } from './tingg-requests.ts'
import { speakTingg } from './tingg-sparse.ts'
import { TINGG_CLIENT_ID, TINGG_CLIENT_SECRET, type TinggTokens } from './tingg-tokens.ts'

const BASE = '/sandbox/tingg'

type Options = { world: World; requests: TinggRequests; tokens: TinggTokens; refunds: TinggRefunds }

/** What a merchant's server asks, in JSON. */
export async function registerTinggApi(app: FastifyInstance, options: Options): Promise<void> {
  await app.register(async (scope) => {
    speakTingg(scope, options.world)
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) request.log.error(error)
      return sendProblem(reply, status >= 500 ? GENERIC_FAILURE : invalid('Request is not JSON', 1013))
    })
    registerTokenCall(scope, options)
    await scope.register(async (guarded) => {
      guarded.addHook('preHandler', async (request, reply) => {
        const isLetIn = options.tokens.hasKey(request) && options.tokens.hasToken(request)
        return isLetIn ? undefined : sendProblem(reply, NOT_AUTHORISED)
      })
      registerCheckoutCalls(guarded, options)
      registerAfterPayment(guarded, options)
    })
  })
}

function registerTokenCall(app: FastifyInstance, { tokens }: Options): void {
  app.post(`${BASE}/v1/oauth/token/request`, operation('token'), async (request, reply) => {
    const fields = (request.body ?? {}) as Record<string, unknown>
    const isKnown = fields['client_id'] === TINGG_CLIENT_ID && fields['client_secret'] === TINGG_CLIENT_SECRET
    if (!tokens.hasKey(request) || !isKnown) return sendProblem(reply, NOT_AUTHORISED)
    if (fields['grant_type'] !== 'client_credentials') return sendProblem(reply, invalid('grant_type must be client_credentials'))
    return reply.send(tokens.issue())
  })
}

function registerCheckoutCalls(app: FastifyInstance, { world, requests }: Options): void {
  app.post(`${BASE}/v3/checkout-api/checkout-request/express-request`, operation('express'), async (request, reply) => {
    const read = readExpress(request.body, { requests, now: world.clock.now() })
    if (read.kind === 'refused') return sendProblem(reply, read.problem)
    const faults = noticeFaultsOf(request)
    const made = requests.create({ ...read.value, serviceCode: TINGG_SERVICE_CODE }, faults)
    // The callback can only come before this answer if the payment is made first.
    if (faults.noticeFirst) await chargeCard({ world, requests, request: made }, payingCard(world.clock.now()), faults)
    const page = `${ownOrigin(request)}${BASE}/checkout/${encodeURIComponent(made.merchantTransactionId)}`
    return sendResults(reply, 'Request created successfully', { short_url: page, long_url: page })
  })

  app.get<{ Params: { service_code: string; merchant_transaction_id: string } }>(
    `${BASE}/v3/checkout-api/query/:service_code/:merchant_transaction_id`,
    operation('query'),
    async ({ params }, reply) => {
      const found = params.service_code === TINGG_SERVICE_CODE ? requests.find(params.merchant_transaction_id) : undefined
      if (!found) return sendProblem(reply, NO_REQUEST)
      return sendResults(reply, 'Request found', requestData(found, requests.codeOf(found)))
    },
  )
}

function registerAfterPayment(app: FastifyInstance, { world, requests, refunds }: Options): void {
  app.post(`${BASE}/v3/checkout-api/acknowledgement/request`, operation('acknowledge'), async (request, reply) => {
    const fields = (request.body ?? {}) as Record<string, unknown>
    const found = requests.find(textOf(fields['merchant_transaction_id']))
    if (!found || textOf(fields['service_code']) !== TINGG_SERVICE_CODE) return sendProblem(reply, NO_REQUEST)
    const code = Number(fields['status_code'])
    if (code !== 180 && code !== 183) return sendProblem(reply, invalid('status_code is 183 (accepted) or 180 (rejected)'))
    if (!/^(?:full|partial)$/i.test(textOf(fields['acknowledgement_type']))) {
      return sendProblem(reply, invalid('acknowledgement_type is Full or Partial'))
    }
    if (!isUndecided(found.code))
      return sendProblem(reply, invalid('Only a fully paid request without acknowledgement can be acknowledged'))
    decide({ world, requests, request: found }, code)
    return sendResults(reply, 'Acknowledgement received', {
      merchant_transaction_id: found.merchantTransactionId,
      checkout_request_id: found.checkoutRequestId,
      request_status_code: String(code),
    })
  })

  app.post(`${BASE}/v3/checkout-api/refund/request`, operation('refund'), async (request, reply) => {
    const started = refunds.start((request.body ?? {}) as Record<string, unknown>, noticeFaultsOf(request))
    if (started.kind === 'refused') return sendProblem(reply, started.problem)
    const { merchantTransactionId, checkoutRequestId } = started.request
    return sendResults(reply, 'Refund request received', {
      merchant_transaction_id: merchantTransactionId,
      checkout_request_id: checkoutRequestId,
    })
  })
}
