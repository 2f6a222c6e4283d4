import { OPERATOR_NAME } from '../demo-identities.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { WalletOutcome } from '../wallet-payments/payer-plans.ts'
import { captureFromWallet } from '../wallet-payments/wallet-money.ts'
import type { World } from '../world/world.ts'
import { SHORT_CODE } from './daraja-account.ts'
import { newReceipt, RESULTS, transactionDate, type DarajaPush, type DarajaPushes } from './daraja-pushes.ts'
import { sparseItems } from './daraja-sparse.ts'
import { CURRENCY, DEFAULT_LANGUAGE } from '../operator.ts'
import { shownAmount } from '../pages/language.ts'
import { internationalNumber } from '../world/numbers.ts'

/** Delivered once: a receiver that fails or is away is not called again. */
const NEVER_AGAIN = { times: 0, everyMs: 0 }
const NOTICE_AFTER_MS = 500

export type DarajaSettlement = {
  /** A paid push stays paid; a failed one can only become paid. `isTold: false` delays the one callback. */
  end(push: DarajaPush, outcome: WalletOutcome, options?: { faults?: WebhookEffects; isTold?: boolean }): Promise<void>
  endLater(push: DarajaPush, outcome: WalletOutcome, options: { afterMs: number; isTold?: boolean }): void
}

type Job = { id: string; outcome: WalletOutcome; isTold: boolean }

export function createDarajaSettlement(world: World, pushes: DarajaPushes): DarajaSettlement {
  async function end(asked: DarajaPush, outcome: WalletOutcome, { faults = asked.noticeFaults, isTold = true } = {}): Promise<void> {
    const push = pushes.find(asked.checkoutRequestId) ?? asked
    if (push.outcome === 'paid' || (push.outcome !== undefined && outcome !== 'paid')) return
    await world.store.together(() => {
      const ended = outcome === 'paid' ? pay(push) : pushes.put({ ...push, outcome, endedAt: world.clock.now() })
      return isTold ? sendCallback(world, ended, faults) : undefined
    })
  }

  function pay(push: DarajaPush): DarajaPush {
    const { msisdn, ourReference, amount, checkoutRequestId: knownAs } = push
    const receipt = newReceipt()
    const movement = {
      face: 'daraja',
      wallet: 'mpesa',
      msisdn,
      ourReference,
      amount,
      currency: CURRENCY,
      reference: receipt,
      knownAs,
    } as const
    const endedAt = world.clock.now()
    if (captureFromWallet(world, movement).kind !== 'moved') return pushes.put({ ...push, outcome: 'insufficient-funds', endedAt })
    const sum = shownAmount(amount, DEFAULT_LANGUAGE)
    const text = {
      fr: `${receipt} : vous avez payé ${sum} à ${OPERATOR_NAME}, compte ${ourReference}.`,
      en: `${receipt} Confirmed. ${sum} sent to ${OPERATOR_NAME} for account ${ourReference}.`,
    }[DEFAULT_LANGUAGE]
    world.inbox.receive({ to: msisdn, from: 'M-PESA', text })
    return pushes.put({ ...push, outcome: 'paid', receipt, endedAt })
  }

  world.scheduler.handle<Job>('daraja.settle', async ({ id, outcome, isTold }) => {
    const push = pushes.find(id)
    if (push) await end(push, outcome, { isTold })
    return 'done'
  })
  world.prompts.onSettled('daraja', async ({ reference, state, msisdn }) => {
    const push = pushes.find(reference)
    if (!push || state === 'waiting') return
    const declined = world.wallets.find('mpesa', msisdn)?.locked ? 'locked' : 'payer-declined'
    await end(push, state === 'accepted' ? 'paid' : state === 'declined' ? declined : 'expired')
  })

  return {
    end,
    endLater({ checkoutRequestId }, outcome, { afterMs, isTold = true }) {
      const data: Job = { id: checkoutRequestId, outcome, isTold }
      world.scheduler.schedule({ kind: 'daraja.settle', data, afterMs })
    },
  }
}

/** Codes are numbers here and strings in the answer to a query. Nothing is signed, and nothing contains our reference. */
async function sendCallback(world: World, push: DarajaPush, faults: WebhookEffects): Promise<void> {
  const { merchantRequestId, checkoutRequestId, outcome = 'declined', callbackUrl } = push
  const { code, text } = RESULTS[outcome]
  const stkCallback = {
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode: code,
    ResultDesc: text,
    ...(code === 0
      ? { CallbackMetadata: { Item: world.dialects.of('daraja') === 'sparse' ? sparseItems(paidItems(push)) : paidItems(push) } }
      : {}),
  }
  await world.notices.send(
    {
      face: 'daraja',
      method: 'POST',
      url: callbackUrl,
      headers: { 'content-type': 'application/json', businessshortcode: SHORT_CODE },
      body: JSON.stringify({ Body: { stkCallback } }),
      retry: NEVER_AGAIN,
    },
    { afterMs: NOTICE_AFTER_MS, faults },
  )
}

function paidItems({ amount, receipt, endedAt = 0, msisdn }: DarajaPush): { Name: string; Value?: number | string }[] {
  return [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: transactionDate(endedAt) },
    { Name: 'PhoneNumber', Value: Number(internationalNumber(msisdn)) },
  ]
}
