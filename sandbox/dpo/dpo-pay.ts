import { capture, merchantPot } from '../card-gateways/card-money.ts'
import type { Card } from '../card-gateways/card-form.ts'
import type { PayOutcome } from '../card-gateways/card-gateway.ts'
import { withParameters } from '../card-gateways/return-address.ts'
import { OPERATOR_NAME } from '../demo-identities.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { Prompt } from '../world/prompts.ts'
import type { World } from '../world/world.ts'
import { pushPayment } from './dpo-push.ts'
import { newApproval, type DpoTransaction, type DpoTransactions } from './dpo-transactions.ts'

const PROMPT_LIFE_MS = 2 * 60_000

type Context = { world: World; transactions: DpoTransactions; transaction: DpoTransaction }

/** One try with a card. A declined token stays payable until its time limit. */
export async function chargeCard({ world, transactions, transaction }: Context, card: Card, faults: WebhookEffects): Promise<PayOutcome> {
  const standing = transactions.standing(transaction)
  if (standing === 'expired' || standing === 'cancelled') return { kind: 'over', returnTo: backAddress(transaction) }
  if (standing === 'paid') return { kind: 'over', returnTo: returnAddress(transaction) }

  const tried = transactions.put({ ...transaction, card, state: card.outcome === 'pays' ? transaction.state : 'declined' })
  if (card.outcome !== 'pays') return { kind: card.outcome, returnTo: returnAddress(tried) }
  const paid = paidNow(world, tried, 'card')
  await world.store.together(() => {
    transactions.put(paid)
    capture(world, { face: 'dpo', reference: paid.ref, ourReference: paid.companyRef, amount: paid.amount, currency: paid.currency })
    return pushPayment(world, paid, { ...paid.noticeFaults, ...faults })
  })
  return { kind: 'paid', returnTo: returnAddress(paid) }
}

/** The mobile tab: asks on the payer's phone, and waits. */
export function askPhone({ world, transactions, transaction }: Context, msisdn: string): PayOutcome {
  const standing = transactions.standing(transaction)
  if (standing !== 'open' && standing !== 'declined') return { kind: 'over' }
  world.store.together(() => {
    const { amount, currency, token } = transaction
    const question = { face: 'dpo', wallet: 'money', msisdn, amount, currency, payee: OPERATOR_NAME, reference: token } as const
    const { id } = world.prompts.ask({ ...question, lifeMs: PROMPT_LIFE_MS })
    transactions.put({ ...transaction, state: 'waiting', mobile: { msisdn, promptId: id } })
  })
  return { kind: 'waiting' }
}

/** May run twice after a crash: it acts only on the prompt the token waits for. */
export async function phoneAnswered(world: World, transactions: DpoTransactions, prompt: Prompt): Promise<void> {
  const transaction = transactions.byToken(prompt.reference)
  if (!transaction || transactions.standing(transaction) !== 'waiting' || transaction.mobile?.promptId !== prompt.id) return
  const paid = paidNow(world, transaction, 'mobile')
  await world.store.together(() => {
    const result =
      prompt.state === 'accepted' &&
      world.money.move({
        face: 'dpo',
        kind: 'capture',
        reference: paid.ref,
        ourReference: paid.companyRef,
        msisdn: prompt.msisdn,
        amount: paid.amount,
        currency: paid.currency,
        from: { kind: 'wallet', wallet: 'money', msisdn: prompt.msisdn },
        to: merchantPot('dpo'),
      })
    const isPaid = result !== false && result.kind === 'moved'
    transactions.put(isPaid ? paid : { ...transaction, state: 'declined' })
    return isPaid ? pushPayment(world, paid, paid.noticeFaults) : undefined
  })
}

function paidNow(world: World, transaction: DpoTransaction, paidBy: 'card' | 'mobile'): DpoTransaction {
  return { ...transaction, state: 'paid', paidBy, paidAt: world.clock.now(), approval: newApproval() }
}

/** Undefined when createToken named no RedirectURL: the payer then stays on DPO's page. */
export function returnAddress({ redirectUrl, token, ref, companyRef, state, approval }: DpoTransaction): string | undefined {
  if (redirectUrl === '') return undefined
  return withParameters(redirectUrl, {
    TransID: token,
    CCDapproval: state === 'paid' ? (approval ?? ref) : '',
    PnrID: companyRef,
    TransactionToken: token,
    CompanyRef: companyRef,
  })
}

export function backAddress({ backUrl, token, companyRef }: DpoTransaction): string | undefined {
  return backUrl === '' ? undefined : withParameters(backUrl, { TransactionToken: token, CompanyRef: companyRef })
}
