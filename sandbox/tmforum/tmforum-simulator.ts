import type { FastifyError, FastifyInstance } from 'fastify'
import type { Simulator } from '../simulators/simulator.ts'
import type { World } from '../world/world.ts'
import { createAccessTokens, type AccessTokens } from './access-tokens.ts'
import { adjustments } from './adjustments.ts'
import { airtimeReservations } from './airtime-reservations.ts'
import { balanceHistory } from './balance-history.ts'
import { billPayments, handlePayments } from './bill-payments.ts'
import { billingAccounts } from './billing-accounts.ts'
import { buckets } from './buckets.ts'
import { customerBills } from './customer-bills.ts'
import { exchangeRateRoutes } from './exchange-rate.routes.ts'
import { lineProducts } from './line-products.ts'
import { ODD_PROFILE } from './odd-profile.ts'
import { catalogue } from './offerings.ts'
import { handleOrders, productOrders } from './product-orders.ts'
import type { Api, Profile } from './profile.ts'
import { answerError } from './refusal.ts'
import { refuseOtherRequests, serveResource, type Served, type Mount, type Resource } from './resource.ts'
import { handleLeads, salesLeads } from './sales-leads.ts'
import { bearerOf, standardProfile } from './standard-profile.ts'
import { subscriberTypeRoutes } from './subscriber-type.routes.ts'
import { tokenRoutes } from './token.routes.ts'
import { handleTopups, topups } from './topups.ts'
import { isSparse } from './wire-form.ts'

const RESOURCES: Record<Api, readonly ((mount: Mount) => Resource[])[]> = {
  productInventory: [lineProducts],
  prepayBalance: [buckets, topups, airtimeReservations, adjustments, balanceHistory],
  productCatalogue: [catalogue],
  productOrdering: [productOrders],
  customerBill: [customerBills],
  payment: [billPayments],
  account: [billingAccounts],
  sales: [salesLeads],
}

/** The operator's core systems, by the TM Forum Open APIs, version 4: once as documented, once as one operator deviates. */
export const tmforumSimulator: Simulator = {
  name: 'tmforum',
  title: 'TM Forum',
  about: { fr: 'L’opérateur : lignes, soldes, forfaits, factures', en: 'The operator: lines, balances, bundles, bills' },
  path: '/tmf-api/',
  dialects: ['sparse'],
  async register(app, world) {
    for (const handle of [handleTopups, handleOrders, handlePayments, handleLeads]) handle(world)
    const tokens = createAccessTokens(world)
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const name = request.url.startsWith('/odd/') ? 'odd' : 'standard'
      return answerError(error, request, { reply, isSparse: isSparse({ world, profile: { name } }) })
    })
    await app.register(async (scope) => tokenRoutes(scope, tokens))
    await app.register(async (scope) => {
      revokeOnScriptedRefusal(scope, tokens)
      refuseOtherRequests(scope, '/tmf-api/*', serveProfile(scope, world, standardProfile(tokens)))
      exchangeRateRoutes(scope, 'standard')
    })
    await app.register(async (scope) => {
      const served = [
        ...serveProfile(scope, world, ODD_PROFILE),
        ...subscriberTypeRoutes(scope, world),
        ...exchangeRateRoutes(scope, 'odd'),
      ]
      refuseOtherRequests(scope, '/odd/*', served)
    })
  },
}

function serveProfile(app: FastifyInstance, world: World, profile: Profile): Served[] {
  app.addHook('onRequest', async (request) => profile.admit(request))
  return Object.entries(profile.bases).flatMap(([api, bases]) =>
    bases.flatMap((base) => {
      const mount: Mount = { app, world, profile, base }
      return RESOURCES[api as Api].flatMap((resources) => resources(mount)).flatMap((resource) => serveResource(mount, resource))
    }),
  )
}

/** A fault that responds with 401 revokes the token of the request: a retry succeeds only with a new one. */
function revokeOnScriptedRefusal(app: FastifyInstance, tokens: AccessTokens): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const token = bearerOf(request)
    if (reply.statusCode === 401 && token !== undefined) tokens.revoke(token)
    return payload
  })
}
