import { OPERATOR_NAME } from '../demo-identities.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import { payerPlan, type PayerPlan } from '../wallet-payments/payer-plans.ts'
import type { World } from '../world/world.ts'
import type { GsmaKeys } from './gsma-keys.ts'
import { LOCKED, NO_SUCH_PAYER, UNREADABLE_CREDENTIAL, wrongPin, type GsmaProblem } from './gsma-problems.ts'
import { PROMPT_LIFE_MS, type GsmaProfile } from './gsma-profile.ts'
import type { GsmaRecords, GsmaRequest } from './gsma-records.ts'
import type { AskedPayment } from './gsma-requests.ts'
import type { GsmaSettlement } from './gsma-settlement.ts'

/** The response to the client: a pending or ended request, or an error. */
export type PayAnswer = { kind: 'request'; request: GsmaRequest } | { kind: 'problem'; problem: GsmaProblem } | { kind: 'hang-up' }

export type PayRequest = AskedPayment & { clientCorrelationId: string; callbackUrl: string; noticeFaults: WebhookEffects }
export type Parts = { world: World; profile: GsmaProfile; records: GsmaRecords; keys: GsmaKeys; settlement: GsmaSettlement }

/** How soon a payer who needs no asking has decided. */
const DECIDED_AFTER_MS = 500

/** Without a credential the payer gets a prompt on the phone. */
export async function payByPush(parts: Parts, asked: PayRequest): Promise<PayAnswer> {
  const { world, profile, settlement } = parts
  const wallet = world.wallets.find(profile.wallet, asked.msisdn)
  const plan = payerPlan(asked.msisdn)
  if (plan.kind === 'hangs-up') return { kind: 'hang-up' }
  if (!wallet) return { kind: 'problem', problem: NO_SUCH_PAYER }
  const { request, notices } = open(parts, asked, plan)
  if (wallet.locked) return failed(settlement.fail(request, LOCKED))

  if (notices.noticeFirst) await settlement.endAndTell(request, plan.kind === 'refuses' ? plan.outcome : 'paid', notices)
  else if (plan.kind === 'is-a-person' || plan.kind === 'never-answers') askOnPhone(parts, request)
  else await decideSoon(parts, request, plan)
  return { kind: 'request', request: parts.records.find(request.serverCorrelationId) ?? request }
}

/** With a credential the PIN is the payer's consent: the wallet answers at once, unless a fault delays it. */
export async function payByPin(parts: Parts, asked: PayRequest, sealed: { kid: string; ciphertext: string }): Promise<PayAnswer> {
  const { world, profile, records, keys, settlement } = parts
  const { msisdn, ourReference } = asked
  const plan = payerPlan(msisdn)
  if (plan.kind === 'hangs-up') return { kind: 'hang-up' }
  const pin = keys.unseal({ ...sealed, ourReference, msisdn })
  if (pin === null) return { kind: 'problem', problem: UNREADABLE_CREDENTIAL }
  const { request, notices } = open(parts, asked, plan)
  const check = world.wallets.checkPin({ wallet: profile.wallet, msisdn, pin, reference: ourReference })
  if (check.kind === 'no-wallet') return failed(settlement.fail(request, NO_SUCH_PAYER))
  if (check.kind === 'locked') return failed(settlement.fail(request, LOCKED))
  if (check.kind === 'wrong') return failed(settlement.fail(request, wrongPin(profile, check.triesLeft)))

  keys.remove(ourReference)
  if (plan.kind === 'refuses') return failed(settlement.end(request, plan.outcome))
  if (plan.kind === 'never-answers') settlement.endLater(request, 'expired', PROMPT_LIFE_MS)
  else if (plan.kind === 'pays-late') await payLate(parts, request, plan.afterMs)
  else if (notices.noticeFirst) await settlement.endAndTell(request, 'paid', notices)
  else if (Object.keys(notices).length > 0) settlement.endLater(request, 'paid', DECIDED_AFTER_MS)
  else return failed(settlement.end(request, 'paid'))
  return { kind: 'request', request: records.find(request.serverCorrelationId) ?? request }
}

function open({ records, world }: Parts, asked: PayRequest, plan: PayerPlan): { request: GsmaRequest; notices: WebhookEffects } {
  const notices = { ...(plan.kind === 'pays' ? plan.notices : {}), ...asked.noticeFaults }
  const expiresAt = world.clock.now() + PROMPT_LIFE_MS
  return { notices, request: records.create({ ...asked, kind: 'payment', expiresAt, noticeFaults: notices }) }
}

/** A failed request as an error, any other as it is. */
function failed(request: GsmaRequest): PayAnswer {
  return request.problem ? { kind: 'problem', problem: request.problem } : { kind: 'request', request }
}

function askOnPhone({ world, profile }: Parts, { serverCorrelationId, msisdn, amount, currency }: GsmaRequest): void {
  world.prompts.ask({
    face: profile.face,
    wallet: profile.wallet,
    msisdn,
    amount,
    currency,
    payee: OPERATOR_NAME,
    reference: serverCorrelationId,
    lifeMs: PROMPT_LIFE_MS,
  })
}

async function decideSoon({ settlement }: Parts, request: GsmaRequest, plan: PayerPlan): Promise<void> {
  if (plan.kind === 'refuses') return settlement.endLater(request, plan.outcome, DECIDED_AFTER_MS)
  if (plan.kind === 'pays') return settlement.endLater(request, 'paid', DECIDED_AFTER_MS)
  if (plan.kind !== 'pays-late') return
  settlement.endLater(request, 'expired', PROMPT_LIFE_MS)
  settlement.endLater(request, 'paid', plan.afterMs)
}

/** Answers only after the money has moved, long after the client's timeout. */
async function payLate({ world, settlement }: Parts, request: GsmaRequest, afterMs: number): Promise<void> {
  settlement.endLater(request, 'paid', afterMs)
  await world.clock.wait(afterMs)
}
