import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { payingCard } from '../card-gateways/card-form.ts'
import { noticeFaultsOf } from '../card-gateways/notice-faults.ts'
import { ownOrigin } from '../card-gateways/return-address.ts'
import { operation } from '../simulators/simulator.ts'
import { acceptForms, textField } from '../pages/forms.ts'
import type { World } from '../world/world.ts'
import { invalidParameters, sendError, sendSuccess, transactionData, type PaystackError } from './paystack-answers.ts'
import { chargeCard } from './paystack-charge.ts'
import { createdRefund, fetchedRefund } from './paystack-refund-answers.ts'
import type { Refunds } from './paystack-refunds.ts'
import { keyProblem, readInitialize } from './paystack-requests.ts'
import { speakPaystack } from './paystack-sparse.ts'
import type { Transactions } from './paystack-transactions.ts'

const BASE = '/sandbox/paystack'
const DEFAULT_PER_PAGE = 50

type Options = { world: World; transactions: Transactions; refunds: Refunds }

/** The calls of a merchant's server, with the secret key. */
export async function registerPaystackApi(app: FastifyInstance, options: Options): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope)
    speakPaystack(scope, options.world)
    scope.addHook('preHandler', async (request, reply) => {
      const problem = keyProblem(request.headers.authorization)
      return problem ? sendError(reply, problem) : undefined
    })
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) request.log.error(error)
      return sendError(reply, { ...invalidParameters('Invalid JSON or body passed'), status })
    })
    registerTransactionCalls(scope, options)
    registerRefundCalls(scope, options)
  })
}

function registerTransactionCalls(app: FastifyInstance, { world, transactions }: Options): void {
  app.post(`${BASE}/transaction/initialize`, operation('initialize'), async (request, reply) => {
    const read = readInitialize(request.body, transactions)
    if (read.kind === 'refused') return sendError(reply, read.error)
    const faults = noticeFaultsOf(request)
    const transaction = transactions.create(read.value, faults)
    // The webhook can only come before this answer if the payment is made first.
    if (faults.noticeFirst) await chargeCard({ world, transactions, transaction, card: payingCard(world.clock.now()), faults })
    return sendSuccess(reply, 'Authorization URL created', {
      authorization_url: `${ownOrigin(request)}${BASE}/checkout/${transaction.accessCode}`,
      access_code: transaction.accessCode,
      reference: transaction.reference,
    })
  })

  app.get<{ Params: { reference: string } }>(`${BASE}/transaction/verify/:reference`, operation('verify'), async (request, reply) => {
    const transaction = transactions.byReference(request.params.reference)
    if (!transaction) return sendError(reply, NOT_FOUND)
    return sendSuccess(reply, 'Verification successful', transactionData(transaction))
  })

  app.get(`${BASE}/transaction`, operation('list'), async (request, reply) => {
    const found = made(transactions.all(), request)?.filter(({ status }) => ['', status].includes(textField(request.query, 'status')))
    if (!found) return sendError(reply, BAD_DATES)
    const volume = found.reduce((sum, { status, amount }) => (status === 'success' ? sum + amount : sum), 0)
    const { shown, meta } = pageOf(found, request)
    return sendSuccess(reply, 'Transactions retrieved', shown.map(transactionData), { meta: { ...meta, total_volume: volume } })
  })
}

function registerRefundCalls(app: FastifyInstance, { transactions, refunds }: Options): void {
  app.post(`${BASE}/refund`, operation('refund'), async (request, reply) => {
    const made = await refunds.create(request.body, noticeFaultsOf(request))
    if (made.kind === 'refused') return sendError(reply, made.error)
    const { refund, transaction } = made.value
    return sendSuccess(reply, 'Refund has been queued for processing', createdRefund(refund, transaction))
  })

  /** By date and page only: PaystackOSS/openapi names no other filter, and what it does not name is not looked at. */
  app.get(`${BASE}/refund`, operation('list-refunds'), async (request, reply) => {
    const found = made(refunds.all(), request)
    if (!found) return sendError(reply, BAD_DATES)
    const { shown, meta } = pageOf(found, request)
    const data = shown.flatMap((refund) => {
      const transaction = transactions.byReference(refund.reference)
      return transaction ? [fetchedRefund(refund, transaction)] : []
    })
    const failedRefundCount = found.filter(({ status }) => status === 'failed').length
    return sendSuccess(reply, 'Refunds retrieved', data, { meta: { ...meta, perPage: String(meta.perPage), failedRefundCount } })
  })

  app.get<{ Params: { id: string } }>(`${BASE}/refund/:id`, operation('fetch-refund'), async (request, reply) => {
    const refund = refunds.find(request.params.id)
    const transaction = refund && transactions.byReference(refund.reference)
    if (!refund || !transaction) return sendError(reply, { ...NOT_FOUND, message: 'Refund not found', code: 'refund_not_found' })
    return sendSuccess(reply, 'Refund retrieved', fetchedRefund(refund, transaction))
  })
}

const NOT_FOUND: PaystackError = {
  status: 404,
  message: 'Transaction reference not found.',
  nextStep: 'Ensure that you are passing the reference of a transaction that exists on this integration.',
  code: 'transaction_not_found',
}

const BAD_DATES = invalidParameters("Invalid 'from' or 'to' date", 'Dates are in ISO 8601 format.')

/** Those made between two dates; undefined when a date cannot be read. */
function made<One extends { createdAt: number }>(all: One[], { query }: FastifyRequest): One[] | undefined {
  const from = textField(query, 'from') === '' ? -Infinity : Date.parse(textField(query, 'from'))
  const to = textField(query, 'to') === '' ? Infinity : Date.parse(textField(query, 'to'))
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined
  return all.filter((one) => one.createdAt >= from && one.createdAt <= to)
}

function pageOf<One>(found: One[], request: FastifyRequest) {
  const perPage = wholeField(request, 'perPage', DEFAULT_PER_PAGE)
  const page = wholeField(request, 'page', 1)
  const skipped = (page - 1) * perPage
  const meta = { total: found.length, skipped, perPage, page, pageCount: Math.ceil(found.length / perPage) }
  return { shown: found.slice(skipped, skipped + perPage), meta }
}

function wholeField({ query }: FastifyRequest, name: string, otherwise: number): number {
  const value = textField(query, name)
  return /^[1-9]\d{0,4}$/.test(value) ? Number(value) : otherwise
}
