import type { CardGateway, Checkout } from '../card-gateways/card-gateway.ts'
import { registerPayRoutes } from '../card-gateways/pay-routes.ts'
import type { Simulator } from '../simulators/simulator.ts'
import type { World } from '../world/world.ts'
import { registerTinggApi } from './tingg-api.routes.ts'
import { acknowledgementIn, merchantTransactionIn } from './tingg-callback.ts'
import { chargeCard, decide } from './tingg-pay.ts'
import { createTinggRefunds } from './tingg-refunds.ts'
import { createTinggRequests, isOpen, type Code, type TinggRequest, type TinggRequests } from './tingg-requests.ts'
import { createTinggTokens } from './tingg-tokens.ts'
import { DEFAULT_LANGUAGE } from '../operator.ts'

/** Tingg Checkout 3.0: two credentials, an express page, and callbacks that want a code in the answer. */
export const tinggSimulator: Simulator = {
  name: 'tingg',
  title: 'Tingg (Cellulant)',
  about: { fr: 'Cartes : page express, rappels jusqu’à l’accusé', en: 'Cards: express page, callbacks until acknowledged' },
  path: '/sandbox/tingg',
  dialects: ['sparse'],
  async register(app, world) {
    const requests = createTinggRequests(world)
    world.notices.acceptedBy('tingg', (answer, notice) => {
      const decision = acknowledgementIn(answer)
      const request = requests.find(merchantTransactionIn(notice))
      if (decision !== undefined && request) decide({ world, requests, request }, decision)
      return decision !== undefined
    })
    await registerTinggApi(app, { world, requests, tokens: createTinggTokens(world), refunds: createTinggRefunds(world, requests) })
    await registerPayRoutes(app, world, {
      gateway: tinggGateway(world, requests),
      page: {
        route: '/sandbox/tingg/checkout/:merchant_transaction_id',
        operation: 'checkout-page',
        idOf: (request) => (request.params as { merchant_transaction_id: string }).merchant_transaction_id,
      },
      languageOf: (id) => requests.find(id)?.language ?? DEFAULT_LANGUAGE,
    })
  },
}

function tinggGateway(world: World, requests: TinggRequests): CardGateway {
  return {
    face: 'tingg',
    brand: 'Tingg',
    pageOf: (id) => ({ path: `/sandbox/tingg/checkout/${encodeURIComponent(id)}`, query: {} }),
    find(id) {
      const request = requests.find(id)
      return request && checkoutOf(request, requests.codeOf(request))
    },
    async charge(id, card, faults) {
      const request = requests.find(id)
      return request ? chargeCard({ world, requests, request }, card, faults) : { kind: 'over' }
    },
    // The payer pressed back: the request stays open.
    cancel(id) {
      const request = requests.find(id)
      return { kind: 'cancelled', returnTo: request && (request.pendingUrl || request.failUrl) }
    },
    leave(id) {
      const request = requests.find(id)
      return request && (requests.codeOf(request) === 129 ? request.failUrl : request.successUrl)
    },
  }
}

function checkoutOf(request: TinggRequest, code: Code): Checkout {
  const { merchantTransactionId, amount, currency, description, customerEmail, msisdn, dueAt } = request
  return {
    id: merchantTransactionId,
    reference: merchantTransactionId,
    amount,
    currency,
    description,
    payer: customerEmail || `+${msisdn}`,
    expiresAt: dueAt,
    state: code === 129 ? 'expired' : isOpen(code) ? (code === 130 ? 'open' : 'declined') : 'paid',
    leadsTo: [request.successUrl, request.failUrl, request.pendingUrl],
  }
}
