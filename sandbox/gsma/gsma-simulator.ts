import { WALLET_TITLES, type Words } from '../demo-identities.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { registerGsmaApi } from './gsma-api.routes.ts'
import { createGsmaKeys } from './gsma-keys.ts'
import type { GsmaProfile } from './gsma-profile.ts'
import { createGsmaRecords } from './gsma-records.ts'
import { createGsmaSettlement } from './gsma-settlement.ts'

/** The operator's own wallet: payments that are approved on the phone, and payments with a PIN. */
export const moneySimulator: Simulator = gsmaSimulator(
  {
    face: 'money',
    wallet: 'money',
    base: '/sandbox/momo/1.2/mm',
    apiKey: 'money-sandbox-key',
    merchant: 'GUICHET',
    wrongPinCode: '1004',
  },
  { fr: 'Portefeuille : demande sur le téléphone ou code secret', en: 'Wallet: approval on the phone, or a PIN' },
)

export const smartcashSimulator: Simulator = gsmaSimulator(
  {
    face: 'smartcash',
    wallet: 'smartcash',
    base: '/sandbox/smartcash/1.2/mm',
    apiKey: 'smartcash-sandbox-key',
    merchant: 'GUICHET',
    wrongPinCode: '56D005',
  },
  { fr: 'Portefeuille : code secret', en: 'Wallet: a PIN' },
)

/** GSMA Mobile Money API 1.2, merchant payments. */
function gsmaSimulator(profile: GsmaProfile, about: Words): Simulator {
  return {
    name: profile.face,
    title: `${WALLET_TITLES[profile.wallet]} (GSMA 1.2)`,
    about,
    path: profile.base,
    dialects: ['sparse'],
    register(app, world) {
      const records = createGsmaRecords(world, profile)
      const settlement = createGsmaSettlement({ world, profile, records })
      registerGsmaApi(app, { world, profile, records, settlement, keys: createGsmaKeys(world, profile) })
    },
  }
}
