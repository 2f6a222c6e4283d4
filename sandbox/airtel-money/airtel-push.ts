import { OPERATOR_NAME } from '../demo-identities.ts'
import { payerPlan } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'
import type { AirtelPayment, AirtelPayments } from './airtel-payments.ts'
import type { AirtelSettlement } from './airtel-settlement.ts'

const PROMPT_LIFE_MS = 120_000
const DECIDED_AFTER_MS = 500

export type Pushed = { kind: 'pushed'; payment: AirtelPayment } | { kind: 'hang-up' } | { kind: 'no-wallet' } | { kind: 'known-already' }

type Parts = { world: World; payments: AirtelPayments; settlement: AirtelSettlement }

/** Asks the payer on the phone, once for each id. */
export async function pushToPhone({ world, payments, settlement }: Parts, asked: Omit<AirtelPayment, 'createdAt'>): Promise<Pushed> {
  const { id, msisdn, amount, currency } = asked
  const plan = payerPlan(msisdn)
  if (plan.kind === 'hangs-up') return { kind: 'hang-up' }
  if (payments.find(id)) return { kind: 'known-already' }
  const wallet = world.wallets.find('airtel-money', msisdn)
  if (!wallet) return { kind: 'no-wallet' }
  const notices = { ...(plan.kind === 'pays' ? plan.notices : {}), ...asked.noticeFaults }
  const payment = payments.put({ ...asked, createdAt: world.clock.now(), noticeFaults: notices })

  if (wallet.locked) settlement.endLater(payment, 'locked', { afterMs: DECIDED_AFTER_MS })
  else if (notices.noticeFirst) await settlement.end(payment, plan.kind === 'refuses' ? plan.outcome : 'paid', { faults: notices })
  else if (plan.kind === 'refuses') settlement.endLater(payment, plan.outcome, { afterMs: DECIDED_AFTER_MS })
  else if (plan.kind === 'pays') settlement.endLater(payment, 'paid', { afterMs: DECIDED_AFTER_MS })
  else if (plan.kind === 'pays-late') {
    settlement.endLater(payment, 'expired', { afterMs: PROMPT_LIFE_MS, isTold: false })
    settlement.endLater(payment, 'paid', { afterMs: plan.afterMs })
  } else {
    const prompt = { msisdn, amount, currency, payee: OPERATOR_NAME, reference: id }
    world.prompts.ask({ face: 'airtel-money', wallet: 'airtel-money', ...prompt, lifeMs: PROMPT_LIFE_MS })
  }
  return { kind: 'pushed', payment }
}
