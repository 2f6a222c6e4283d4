import type { Simulator } from '../simulators/simulator.ts'
import { createDarajaTokens } from './daraja-account.ts'
import { registerDarajaApi } from './daraja-api.routes.ts'
import { createDarajaPushes } from './daraja-pushes.ts'
import { createDarajaSettlement } from './daraja-settlement.ts'

/** M-Pesa's Daraja: a push to the phone, one unsigned callback, and a status query with two forms of "not yet". */
export const darajaSimulator: Simulator = {
  name: 'daraja',
  title: 'M-Pesa (Daraja)',
  about: { fr: 'Porte-monnaie : demande sur le téléphone', en: 'Wallet: approval on the phone' },
  path: '/sandbox/daraja',
  dialects: ['sparse'],
  async register(app, world) {
    const pushes = createDarajaPushes(world)
    const settlement = createDarajaSettlement(world, pushes)
    await registerDarajaApi(app, { world, tokens: createDarajaTokens(world), pushes, settlement })
  },
}
