import { registerPayRoutes } from '../card-gateways/pay-routes.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { registerPaystackApi } from './paystack-api.routes.ts'
import { opened, paystackGateway } from './paystack-checkout.ts'
import { registerPopup } from './paystack-popup.ts'
import { createRefunds } from './paystack-refunds.ts'
import { createTransactions } from './paystack-transactions.ts'

/** Paystack: JSON with a secret key, a page or a popup for the payer, signed webhooks. */
export const paystackSimulator: Simulator = {
  name: 'paystack',
  title: 'Paystack',
  about: { fr: 'Cartes : page ou fenêtre de paiement, avis signés', en: 'Cards: payment page or popup, signed notices' },
  path: '/sandbox/paystack',
  dialects: ['sparse'],
  async register(app, world) {
    const transactions = createTransactions(world)
    const refunds = createRefunds(world, transactions)
    world.notices.acceptedBy('paystack', ({ status }) => status === 200)
    await registerPaystackApi(app, { world, transactions, refunds })
    await registerPopup(app, { world, transactions })
    await registerPayRoutes(app, world, {
      gateway: paystackGateway(world, transactions),
      page: {
        route: '/sandbox/paystack/checkout/:access_code',
        operation: 'checkout-page',
        idOf: (request) => (request.params as { access_code: string }).access_code,
      },
      opened: (id) => opened(world, transactions, id),
    })
  },
}
