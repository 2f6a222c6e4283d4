import type { FastifyReply, FastifyRequest } from 'fastify'
import { registerPayRoutes } from '../card-gateways/pay-routes.ts'
import { operation, type Simulator } from '../simulators/simulator.ts'
import { acceptForms, textField } from '../pages/forms.ts'
import { approve, ubaGateway } from './uba-pay.ts'
import { readRegistration, UBA_MERCHANT_ID } from './uba-register.ts'
import { createUbaTransactions, type UbaTransaction, type UbaTransactions } from './uba-transactions.ts'

const BASE = '/sandbox/uba/cipg-payportal'

/** UBA U-Collect: a form, plain text, a page, and a status query afterwards. No webhook, no refund. */
export const ubaSimulator: Simulator = {
  name: 'uba',
  title: 'UBA U-Collect',
  about: { fr: 'Cartes : page de la banque, réponses en texte', en: 'Cards: the bank’s page, answers in plain text' },
  path: BASE,
  async register(app, world) {
    const transactions = createUbaTransactions(world)
    world.scheduler.handle<{ id: string }>('uba.approve', async ({ id }) => {
      const transaction = transactions.find(id)
      if (transaction && transaction.status !== 'Approved') approve(world, transactions, transaction)
      return 'done'
    })

    await app.register(async (scope) => {
      acceptForms(scope)
      scope.post(`${BASE}/regptran`, operation('register'), async (request, reply) => {
        const read = readRegistration(request.body, transactions)
        return sendText(reply, read.kind === 'refused' ? read.sentence : transactions.create(read.value).id)
      })
      const verify = async (request: FastifyRequest, reply: FastifyReply) => sendText(reply, verdict(transactions, request.query))
      scope.get(`${BASE}/confirmation/verify`, operation('verify'), verify)
    })

    await app.register(async (scope) => {
      // Integrations post an old form along; all that counts is in the address.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => {
        payload.resume().on('end', () => done(null))
      })
      scope.post(`${BASE}/confirmation/verify`, operation('verify'), async (request, reply) =>
        sendText(reply, verdict(transactions, request.query)),
      )
    })

    await registerPayRoutes(app, world, {
      gateway: ubaGateway(world, transactions),
      page: { route: `${BASE}/paytran`, operation: 'pay-page', idOf: (request) => textField(request.query, 'id') },
    })
  },
}

/** Parts with `;` between them. Public integrations read the first one only; the others are ours. */
function verdict(transactions: UbaTransactions, query: unknown): string {
  const transaction = transactions.find(textField(query, 'cipgtxnref'))
  if (textField(query, 'cipgid') !== UBA_MERCHANT_ID) return 'Invalid Merchant'
  if (!transaction || transaction.referenceNumber !== textField(query, 'mytxnref')) return 'Transaction Not Found'
  return `${transaction.status} Transaction;${details(transaction)}`
}

function details({ id, referenceNumber, amount, currencyCode }: UbaTransaction): string {
  return [id, referenceNumber, amount, currencyCode].join(';')
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/plain; charset=utf-8').send(text)
}
