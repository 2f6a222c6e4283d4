import type { Simulator } from '../simulators/simulator.ts'
import { createAirtelKeys, createAirtelTokens } from './airtel-account.ts'
import { registerAirtelApi } from './airtel-api.routes.ts'
import { createAirtelPayments } from './airtel-payments.ts'
import { createAirtelSettlement } from './airtel-settlement.ts'

/** Airtel Africa's Open API: a push to the phone, a status by the merchant's id, a refund, and callbacks to one address. */
export const airtelMoneySimulator: Simulator = {
  name: 'airtel-money',
  title: 'Airtel Money',
  about: { fr: 'Porte-monnaie : demande sur le téléphone', en: 'Wallet: approval on the phone' },
  path: '/sandbox/airtel-money',
  dialects: ['sparse'],
  async register(app, world) {
    const payments = createAirtelPayments(world)
    const settlement = createAirtelSettlement(world, payments)
    await registerAirtelApi(app, { world, tokens: createAirtelTokens(world), keys: createAirtelKeys(), payments, settlement })
  },
}
