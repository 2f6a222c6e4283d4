import { OPERATOR_NAME } from '../demo-identities.ts'
import { DEFAULT_LANGUAGE } from '../operator.ts'
import { shownAmount } from '../pages/language.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import { captureFromWallet, giveBackToWallet } from '../wallet-payments/wallet-money.ts'
import type { World } from '../world/world.ts'
import { newAirtelMoneyId, RESULTS, type AirtelPayment, type AirtelPayments } from './airtel-payments.ts'

/** No document says how often a callback is repeated. */
const RETRY = { times: 3, everyMs: 60_000 }
const NOTICE_AFTER_MS = 500

export type AirtelSettlement = {
  /** A paid payment stays paid; one that failed can only become paid. `isTold: false` delays the callback. */
  end(payment: AirtelPayment, outcome: WalletOutcome, options?: { faults?: WebhookEffects; isTold?: boolean }): Promise<void>
  endLater(payment: AirtelPayment, outcome: WalletOutcome, options: { afterMs: number; isTold?: boolean }): void
  /** The whole of a payment, once. */
  giveBack(payment: AirtelPayment): { airtelMoneyId: string } | null
}

type Job = { id: string; outcome: WalletOutcome; isTold: boolean }

export function createAirtelSettlement(world: World, payments: AirtelPayments): AirtelSettlement {
  async function end(asked: AirtelPayment, outcome: WalletOutcome, { faults = asked.noticeFaults, isTold = true } = {}): Promise<void> {
    const payment = payments.find(asked.id) ?? asked
    if (payment.outcome === 'paid' || (payment.outcome !== undefined && outcome !== 'paid')) return
    await world.store.together(() => {
      const ended = outcome === 'paid' ? pay(payment) : payments.put({ ...payment, outcome })
      return isTold ? sendCallback(world, ended, faults) : undefined
    })
  }

  function pay(payment: AirtelPayment): AirtelPayment {
    const { id, msisdn, amount, currency } = payment
    const airtelMoneyId = newAirtelMoneyId(world.clock.now())
    const movement = { face: 'airtel-money', wallet: 'airtel-money', msisdn, amount, currency, ourReference: id } as const
    if (captureFromWallet(world, { ...movement, reference: airtelMoneyId }).kind !== 'moved')
      return payments.put({ ...payment, outcome: 'insufficient-funds' })
    const sum = shownAmount(amount, DEFAULT_LANGUAGE)
    const text = {
      fr: `Vous avez payé ${sum} à ${OPERATOR_NAME}. Transaction ${airtelMoneyId}.`,
      en: `You paid ${sum} to ${OPERATOR_NAME}. Trans ID ${airtelMoneyId}.`,
    }[DEFAULT_LANGUAGE]
    world.inbox.receive({ to: msisdn, from: 'AirtelMoney', text })
    return payments.put({ ...payment, outcome: 'paid', airtelMoneyId })
  }

  world.scheduler.handle<Job>('airtel-money.settle', async ({ id, outcome, isTold }) => {
    const payment = payments.find(id)
    if (payment) await end(payment, outcome, { isTold })
    return 'done'
  })
  world.prompts.onSettled('airtel-money', async ({ reference, state, msisdn }) => {
    const payment = payments.find(reference)
    if (!payment || state === 'waiting') return
    const declined = world.wallets.find('airtel-money', msisdn)?.locked ? 'locked' : 'payer-declined'
    await end(payment, state === 'accepted' ? 'paid' : state === 'declined' ? declined : 'expired')
  })

  return {
    end,
    endLater({ id }, outcome, { afterMs, isTold = true }) {
      const data: Job = { id, outcome, isTold }
      world.scheduler.schedule({ kind: 'airtel-money.settle', data, afterMs })
    },
    giveBack(payment) {
      const { id, msisdn, amount, currency } = payment
      if (payment.outcome !== 'paid' || payment.isRefunded) return null
      const airtelMoneyId = newAirtelMoneyId(world.clock.now(), 'CI')
      const movement = { face: 'airtel-money', wallet: 'airtel-money', msisdn, amount, currency, ourReference: id } as const
      if (giveBackToWallet(world, { ...movement, reference: airtelMoneyId }).kind !== 'moved') return null
      payments.put({ ...payment, isRefunded: true })
      return { airtelMoneyId }
    },
  }
}

/** To the one address of the account; of a payment it names the two ids and the word, and the amount in a sentence only. */
async function sendCallback(world: World, payment: AirtelPayment, faults: WebhookEffects): Promise<void> {
  const { id, amount, outcome = 'declined', airtelMoneyId = '' } = payment
  const { word, text } = RESULTS[outcome]
  const message = outcome === 'paid' ? `Paid ${shownAmount(amount, 'en')} to ${OPERATOR_NAME}, Trans ID ${airtelMoneyId}.` : text
  // Expired payments are told as failed: the callback knows two words.
  const transaction = { id, message, status_code: word === 'TS' ? 'TS' : 'TF', airtel_money_id: airtelMoneyId }
  await world.notices.send(
    {
      face: 'airtel-money',
      method: 'POST',
      url: world.portal.onFile('airtel-money'),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ transaction }),
      retry: RETRY,
    },
    { afterMs: NOTICE_AFTER_MS, faults },
  )
}
