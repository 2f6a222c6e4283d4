import type { FastifyReply } from 'fastify'
import { registerPayRoutes } from '../card-gateways/pay-routes.ts'
import { ownOrigin } from '../card-gateways/return-address.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import { operation, type Simulator } from '../simulators/simulator.ts'
import type { World } from '../world/world.ts'
import { tryAddress } from './cinetpay-notice.ts'
import { cinetpayGateway, settle } from './cinetpay-pay.ts'
import { asFields, credentialProblem, readPayment, type CinetpayProblem } from './cinetpay-request.ts'
import { createCinetpayTransactions, STATES, type CinetpayTransaction } from './cinetpay-transactions.ts'
import { DEFAULT_LANGUAGE } from '../operator.ts'

const BASE = '/sandbox/cinetpay'

/** CinetPay v2: a hosted page, a signed form as webhook, a check. No refund. */
export const cinetpaySimulator: Simulator = {
  name: 'cinetpay',
  title: 'CinetPay',
  about: { fr: 'Cartes et portefeuilles : page hébergée, avis signé', en: 'Cards and wallets: hosted page, signed webhook' },
  path: BASE,
  async register(app, world) {
    const transactions = createCinetpayTransactions(world)
    world.scheduler.handle<{ token: string; faults: WebhookEffects }>('cinetpay.settle', async ({ token, faults }) => {
      const transaction = transactions.find(token)
      if (transaction && transaction.state !== 'paid') await settle({ world, transactions }, transaction, faults)
      return 'done'
    })

    app.post(`${BASE}/v2/payment`, operation('payment'), async (request, reply) => {
      const fields = asFields(request.body)
      const problem = credentialProblem(fields)
      if (problem) return refuse(world, reply, problem)
      const read = readPayment(fields, transactions)
      if (read.kind === 'refused') return refuse(world, reply, read.problem)
      const created = transactions.create(read.value)
      await tryAddress(world, created)
      const page = `${ownOrigin(request)}${BASE}/payment/${created.token}`
      const data = { payment_token: created.token, payment_url: page }
      return reply.send({ code: '201', message: 'CREATED', description: 'Transaction created with success', data, ...answerId(world) })
    })

    app.post(`${BASE}/v2/payment/check`, operation('check'), async (request, reply) => {
      const fields = asFields(request.body)
      const problem = credentialProblem(fields)
      if (problem) return refuse(world, reply, problem)
      const id = fields['transaction_id']
      const transaction = transactions.byTransactionId(typeof id === 'string' ? id : '')
      if (!transaction) return reply.code(404).send(problemBody(world, UNKNOWN))
      return reply.send(checked(world, transaction))
    })

    await registerPayRoutes(app, world, {
      gateway: cinetpayGateway({ world, transactions }),
      page: {
        route: `${BASE}/payment/:token`,
        operation: 'pay-page',
        idOf: (request) => (request.params as { token: string }).token,
      },
      languageOf: (id) => transactions.find(id)?.language ?? DEFAULT_LANGUAGE,
    })
  },
}

const UNKNOWN: CinetpayProblem = { code: '404', message: 'TRANSACTION_NOT_FOUND', description: 'no such transaction' }

function checked(world: World, transaction: CinetpayTransaction): object {
  const { code, message, status } = STATES[transaction.state]
  const { amount, currency, description, metadata, operatorId, changedAt } = transaction
  const at = changedAt === undefined ? '' : new Date(changedAt).toISOString().slice(0, 19).replace('T', ' ')
  const data = {
    amount: String(amount),
    currency,
    status,
    payment_method: operatorId ? 'VISAM' : '',
    description,
    metadata: metadata || null,
    operator_id: operatorId ?? null,
    payment_date: at,
    fund_availability_date: '',
  }
  return { code, message, data, ...answerId(world) }
}

function refuse(world: World, reply: FastifyReply, problem: CinetpayProblem): FastifyReply {
  return reply.code(400).send(problemBody(world, problem))
}

function problemBody(world: World, problem: CinetpayProblem): object {
  return { ...problem, data: [], ...answerId(world) }
}

/** Another one for every answer. */
function answerId(world: World): { api_response_id: string } {
  const now = world.clock.now()
  return { api_response_id: `${Math.floor(now / 1000)}.${String(now % 1000).padStart(4, '0')}` }
}
