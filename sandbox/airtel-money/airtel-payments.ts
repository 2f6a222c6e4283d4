import { randomInt } from 'node:crypto'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'

export type AirtelPayment = {
  /** The merchant's id: taken once. */
  id: string
  msisdn: string
  amount: number
  currency: string
  createdAt: number
  outcome?: WalletOutcome
  airtelMoneyId?: string
  isRefunded?: true
  noticeFaults: WebhookEffects
}

/** What an outcome is called there: the word for the state, and the code that explains it. */
export const RESULTS: Record<WalletOutcome, { word: 'TS' | 'TF' | 'TE'; code: string; text: string }> = {
  paid: { word: 'TS', code: 'DP00800001001', text: 'Success' },
  'insufficient-funds': { word: 'TF', code: 'DP00800001007', text: 'Not enough balance' },
  declined: { word: 'TF', code: 'DP00800001009', text: 'Do not honor' },
  'payer-declined': { word: 'TF', code: 'DP00800001005', text: "User didn't enter the pin" },
  locked: { word: 'TF', code: 'DP00800001010', text: 'Transaction not permitted' },
  expired: { word: 'TE', code: 'DP00800001029', text: 'Transaction has been expired' },
}

export type AirtelPayments = {
  put(payment: AirtelPayment): AirtelPayment
  find(id: string): AirtelPayment | undefined
  findByTheirId(airtelMoneyId: string): AirtelPayment | undefined
}

export function createAirtelPayments(world: World): AirtelPayments {
  const payments = world.store.collection<AirtelPayment>('airtel-money.payments')
  return {
    put(payment) {
      payments.put(payment.id, payment)
      return payment
    },
    find: (id) => payments.get(id),
    findByTheirId: (theirs) => payments.all().find(({ airtelMoneyId }) => airtelMoneyId === theirs),
  }
}

/** MP210603.1234.L06941 */
export function newAirtelMoneyId(at: number, letters = 'MP'): string {
  const [date = '', time = ''] = new Date(at).toISOString().split('T')
  const number = String(randomInt(0, 99_999)).padStart(5, '0')
  return `${letters}${date.slice(2).replaceAll('-', '')}.${time.slice(0, 5).replace(':', '')}.L${number}`
}
