import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { payingCard } from '../card-gateways/card-form.ts'
import { noticeFaultsOf } from '../card-gateways/notice-faults.ts'
import { ownOrigin } from '../card-gateways/return-address.ts'
import { operation } from '../faces/face.ts'
import { acceptForms, textField } from '../pages/forms.ts'
import type { World } from '../world/world.ts'
import { invalidParameters, sendError, sendSuccess, transactionData, type PaystackError } from './paystack-answers.ts'
import { chargeCard } from './paystack-charge.ts'
import { createdRefund, fetchedRefund } from './paystack-refund-answers.ts'
import type { Refunds } from './paystack-refunds.ts'
import { keyProblem, readInitialize } from './paystack-requests.ts'
import type { Transaction, Transactions } from './paystack-transactions.ts'

const BASE = '/sandbox/paystack'
const DEFAULT_PER_PAGE = 50

type Options = { world: World; transactions: Transactions; refunds: Refunds }

/** What a merchant's server asks, with the secret key. */
export async function registerPaystackApi(app: FastifyInstance, options: Options): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope)
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
    // The notice can only come before this answer if somebody has paid by then.
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
    const found = wanted(transactions.all(), request)
    if (!found) return sendError(reply, invalidParameters("Invalid 'from' or 'to' date", 'Dates are in ISO 8601 format.'))
    const perPage = wholeField(request, 'perPage', DEFAULT_PER_PAGE)
    const page = wholeField(request, 'page', 1)
    const volume = found.reduce((sum, { status, amount }) => (status === 'success' ? sum + amount : sum), 0)
    const meta = {
      total: found.length,
      total_volume: volume,
      skipped: (page - 1) * perPage,
      perPage,
      page,
      pageCount: Math.ceil(found.length / perPage),
    }
    const shown = found.slice(meta.skipped, meta.skipped + perPage)
    return sendSuccess(reply, 'Transactions retrieved', shown.map(transactionData), { meta })
  })
}

function registerRefundCalls(app: FastifyInstance, { transactions, refunds }: Options): void {
  app.post(`${BASE}/refund`, operation('refund'), async (request, reply) => {
    const made = await refunds.create(request.body, noticeFaultsOf(request))
    if (made.kind === 'refused') return sendError(reply, made.error)
    const { refund, transaction } = made.value
    return sendSuccess(reply, 'Refund has been queued for processing', createdRefund(refund, transaction))
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

/** Undefined when a date cannot be read. */
function wanted(all: Transaction[], { query }: FastifyRequest): Transaction[] | undefined {
  const from = textField(query, 'from') === '' ? -Infinity : Date.parse(textField(query, 'from'))
  const to = textField(query, 'to') === '' ? Infinity : Date.parse(textField(query, 'to'))
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined
  const status = textField(query, 'status')
  return all.filter((one) => one.createdAt >= from && one.createdAt <= to && (status === '' || one.status === status))
}

function wholeField({ query }: FastifyRequest, name: string, otherwise: number): number {
  const value = textField(query, name)
  return /^[1-9]\d{0,4}$/.test(value) ? Number(value) : otherwise
}
