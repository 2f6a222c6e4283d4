import { createHmac } from 'node:crypto'
import { OPERATOR_NAME } from '../demo-identities.ts'
import { CURRENCY } from '../operator.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import { payerPlan, type WalletOutcome } from '../wallet-payments/payer-plans.ts'
import { captureFromWallet, giveBackToWallet } from '../wallet-payments/wallet-money.ts'
import type { World } from '../world/world.ts'
import { PISPI_WEBHOOK_SECRET } from './pispi-account.ts'
import { OUTCOMES, type NewPispiRequest, type PispiRequest, type PispiRequests } from './pispi-requests.ts'

const DECIDED_AFTER_MS = 500
const NOTICE_AFTER_MS = 500
const RETURNED_AFTER_MS = 20_000
const RETRY = { times: 5, everyMs: 60_000 }

export type PispiSettlement = {
  /** Asks the payer in the app of a bank or wallet. */
  ask(asked: NewPispiRequest): Promise<PispiRequest>
  /** Once: a second request for the same return is the same return. */
  giveBack(request: PispiRequest): PispiRequest
}

type Job = { txId: string; outcome: WalletOutcome; isTold: boolean }

export function createPispiSettlement(world: World, requests: PispiRequests): PispiSettlement {
  /** A paid request stays paid; a rejected one can only become paid, which the platform itself would not allow. */
  async function end({ txId }: { txId: string }, outcome: WalletOutcome, isTold = true): Promise<void> {
    const request = requests.find(txId)
    if (!request || request.outcome === 'paid' || (request.outcome !== undefined && outcome !== 'paid')) return
    await world.store.together(() => {
      const ended = requests.put({ ...request, outcome: outcome === 'paid' ? pay(request) : outcome, endedAt: world.clock.now() })
      return isTold ? tell(world, ended, ended.outcome === 'paid' ? 'PAIEMENT_RECU' : 'RTP_REJETE') : undefined
    })
  }

  function pay({ msisdn, txId, end2endId, amount }: PispiRequest): WalletOutcome {
    const movement = {
      face: 'pispi',
      wallet: 'pispi',
      msisdn,
      ourReference: txId,
      amount,
      currency: CURRENCY,
      reference: end2endId,
    } as const
    return captureFromWallet(world, movement).kind === 'moved' ? 'paid' : 'insufficient-funds'
  }

  function endLater({ txId }: PispiRequest, outcome: WalletOutcome, afterMs: number, isTold = true): void {
    const data: Job = { txId, outcome, isTold }
    world.scheduler.schedule({ kind: 'pispi.settle', data, afterMs })
  }

  world.scheduler.handle<Job>('pispi.settle', async ({ txId, outcome, isTold }) => {
    await end({ txId }, outcome, isTold)
    return 'done'
  })
  world.scheduler.handle<{ txId: string }>('pispi.return', async ({ txId }) => {
    const request = requests.find(txId)
    if (request?.returnedState !== 'INITIE') return 'done'
    const { msisdn, end2endId, amount } = request
    await world.store.together(() => {
      const back = { face: 'pispi', wallet: 'pispi', msisdn, ourReference: txId, amount, currency: CURRENCY } as const
      giveBackToWallet(world, { ...back, reference: `R-${end2endId}` })
      return tell(world, requests.put({ ...request, returnedState: 'IRREVOCABLE' }), 'RETOUR_ENVOYE')
    })
    return 'done'
  })
  world.prompts.onSettled('pispi', async ({ reference, state, msisdn }) => {
    if (state === 'waiting') return
    const declined = world.wallets.find('pispi', msisdn)?.locked ? 'locked' : 'payer-declined'
    await end({ txId: reference }, state === 'accepted' ? 'paid' : state === 'declined' ? declined : 'expired')
  })

  return {
    ask: (asked) => askPayer({ world, requests, end, endLater }, asked),
    giveBack(request) {
      if (request.returnedState !== undefined) return request
      world.scheduler.schedule({ kind: 'pispi.return', data: { txId: request.txId }, afterMs: RETURNED_AFTER_MS })
      return requests.put({ ...request, returnedState: 'INITIE' })
    },
  }
}

type Deciding = {
  world: World
  requests: PispiRequests
  end: (request: PispiRequest, outcome: WalletOutcome) => Promise<void>
  endLater: (request: PispiRequest, outcome: WalletOutcome, afterMs: number, isTold?: boolean) => void
}

/** Known payers decide by themselves; a person is asked in the app. */
async function askPayer({ world, requests, end, endLater }: Deciding, asked: NewPispiRequest): Promise<PispiRequest> {
  const { msisdn, amount } = asked
  const plan = payerPlan(msisdn)
  const notices = { ...(plan.kind === 'pays' ? plan.notices : {}), ...asked.noticeFaults }
  const request = requests.create({ ...asked, noticeFaults: notices })
  const lifeMs = request.payableUntil - world.clock.now()
  if (world.wallets.find('pispi', msisdn)?.locked) endLater(request, 'locked', DECIDED_AFTER_MS)
  else if (notices.noticeFirst) await end(request, plan.kind === 'refuses' ? plan.outcome : 'paid')
  else if (plan.kind === 'refuses') endLater(request, plan.outcome, DECIDED_AFTER_MS)
  else if (plan.kind === 'pays') endLater(request, 'paid', DECIDED_AFTER_MS)
  else if (plan.kind === 'pays-late') {
    endLater(request, 'expired', lifeMs, false)
    endLater(request, 'paid', plan.afterMs)
  } else {
    const prompt = { msisdn, amount, currency: CURRENCY, payee: OPERATOR_NAME, reference: request.txId }
    world.prompts.ask({ face: 'pispi', wallet: 'pispi', ...prompt, lifeMs })
  }
  return requests.find(request.txId) ?? request
}

/** To the one address that the participant has on file. */
async function tell(world: World, request: PispiRequest, evCode: string): Promise<void> {
  const { txId, end2endId, amount, payeAlias, outcome } = request
  const reason = outcome === undefined ? undefined : OUTCOMES[outcome].statutRaison
  const event = {
    evCode,
    evDate: new Date(world.clock.now()).toISOString(),
    txId,
    end2endId,
    montant: amount,
    client: 'Client de démonstration',
    alias: payeAlias,
    ...(reason === undefined ? {} : { motif: reason }),
  }
  const body = JSON.stringify({ data: [event], meta: { total: 1 } })
  const signature = createHmac('sha256', PISPI_WEBHOOK_SECRET).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  const faults: WebhookEffects = request.noticeFaults
  await world.notices.send(
    { face: 'pispi', method: 'POST', url: world.portal.onFile('pispi'), headers, body, retry: RETRY, timeoutMs: 5_000 },
    { afterMs: NOTICE_AFTER_MS, faults },
  )
}
