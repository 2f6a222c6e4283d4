import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckedStep, Say } from '#shared/checked-step.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type Observation,
  type PayerAction,
  type PaymentConnector,
  type PaymentOrder,
  type StartResult,
} from './payment-connector.ts'
import { MONEY } from '#shared/operator.ts'
import type { Money } from '#shared/money.ts'

export type ConnectorCheck = {
  context: ConnectorContext
  /** Fresh references for one payment and for one refund. */
  ids: { ref: string; correlationId: string; refundRef: string; unknownRef: string }
  payer: PaymentOrder['payer']
  /** Null: no payment is started. */
  pay: Money | null
  /** Whether the payment is refunded. */
  giveBack: boolean
  /** How long a person has to pay. */
  waitMs: number
  pollMs: number
}

const LONG_AGO_MS = 2 * 60 * 60_000

/**
 * The steps of the handbook (docs/handbook/connect.md, "Gateway or wallet connection") through one connector: which matched the documents and
 * which did not. Only queries are sent, unless an amount is given.
 */
export async function checkConnector(connector: PaymentConnector, check: ConnectorCheck, say: Say): Promise<void> {
  const { isUp } = connector
  if (isUp) await told(say, 'it says that it is at work', async () => ((await isUp(check.context)) ? fine('yes') : wrong('no')))
  await told(say, 'a payment that was never started is not paid', () => askAboutNothing(connector, check))
  if (!check.pay) {
    say({ step: 'a payment', outcome: 'left-out', detail: 'no money moves unless --pay says how much' })
    return
  }
  await payAndFollow(connector, { ...check, pay: check.pay }, say)
}

type Judged = Pick<CheckedStep, 'outcome' | 'detail'>
const fine = (words: string): Judged => ({ outcome: 'as-documented', detail: words })
const wrong = (words: string): Judged => ({ outcome: 'deviates', detail: words })

/** An unusable answer is a deviation too, described without any key or address. */
async function told(say: Say, step: string, work: () => Promise<Judged>): Promise<void> {
  try {
    say({ step, ...(await work()) })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    say({ step, ...wrong(`no usable answer (${error.why}${error.status === null ? '' : `, status ${error.status}`}): ${error.message}`) })
  }
}

async function askAboutNothing({ query, info }: PaymentConnector, { context, ids, payer }: ConnectorCheck): Promise<Judged> {
  if (!query) return { outcome: 'left-out', detail: 'it cannot be asked' }
  if (info.id === 'airtime' && payer.msisdn === null) return { outcome: 'left-out', detail: 'give a number of the test system: --number' }
  const amount = { minor: 100, currency: info.currencies[0] ?? MONEY.prices }
  const nothing: AttemptRef = {
    ref: ids.unknownRef,
    correlationId: ids.correlationId,
    providerRef: null,
    amount,
    payer,
    secretsSent: 0,
    createdAt: new Date(context.now().getTime() - LONG_AGO_MS),
  }
  const seen = await query(context, nothing)
  return seen.state === 'paid' || seen.state === 'refunded' || seen.state === 'refunding' ? wrong(inWords(seen)) : fine(inWords(seen))
}

type PayCheck = ConnectorCheck & { pay: Money }

async function payAndFollow(connector: PaymentConnector, check: PayCheck, say: Say): Promise<void> {
  const { context, ids, payer, pay } = check
  const order: PaymentOrder = { ...ids, amount: pay, payer, description: 'guichet check', language: DEFAULT_LANGUAGE }
  const createdAt = context.now()
  let started: StartResult | null = null
  await told(say, `a payment of ${pay.minor} ${pay.currency} begins`, async () => {
    started = await connector.start(context, order)
    return judgeStart(started)
  })
  const begun = startedOf(started)
  if (!begun) return
  const attempt: AttemptRef = { ...ids, providerRef: begun.providerRef, amount: pay, payer, secretsSent: 0, createdAt }
  if (begun.kind === 'accepted') say({ step: 'a payer pays', outcome: 'todo', detail: whatToDo(begun.action) })
  const seen = begun.kind === 'settled' ? begun.seen : await follow(connector, attempt, check, say)
  if (seen?.state === 'paid' && check.giveBack) await giveBack(connector, { ...attempt, providerTxnId: seen.providerTxnId }, check, say)
  else if (seen?.state === 'paid')
    say({ step: 'the refund', outcome: 'left-out', detail: 'what was paid stays there unless --give-back is said' })
}

type Begun = Exclude<StartResult, { kind: 'rejected' } | { kind: 'not-attempted' }>

function startedOf(started: StartResult | null): Begun | null {
  return started?.kind === 'accepted' || started?.kind === 'settled' ? started : null
}

function judgeStart(started: StartResult): Judged {
  if (started.kind === 'accepted')
    return fine(`accepted${started.providerRef === null ? '' : `, it is called ${started.providerRef} there`}`)
  if (started.kind === 'settled') return started.seen.state === 'paid' ? fine('paid at once') : fine(inWords(started.seen))
  if (started.kind === 'rejected') return wrong(`refused: ${started.reason} (${started.provider.code} ${started.provider.text})`)
  return wrong(`not sent: ${started.note}`)
}

function whatToDo(action: PayerAction): string {
  if (action.type === 'redirect') return `open ${action.url}`
  if (action.type === 'popup') return `open ${action.fallbackUrl}`
  if (action.type === 'approve-on-phone' && action.by)
    return action.by.type === 'type-code' ? `dial ${action.by.code} on the phone` : `scan a QR code of ${action.by.content}`
  if (action.type === 'approve-on-phone') return 'accept or refuse on the phone of the number given'
  return 'a PIN is typed only in the portal: this walk ends before it'
}

/** Queries until there is an end or the time is over: a payment that was not completed must be open, or over without money. */
async function follow({ query }: PaymentConnector, attempt: AttemptRef, check: PayCheck, say: Say): Promise<Observation | null> {
  if (!query) return null
  const { context, waitMs, pollMs, pay } = check
  const until = performance.now() + waitMs
  const last: { seen: Observation | null } = { seen: null }
  await told(say, 'what became of it', async () => {
    do {
      last.seen = await query(context, attempt)
      if (last.seen.state !== 'pending' && last.seen.state !== 'unrecognised') break
      await pause(Math.min(pollMs, Math.max(0, until - performance.now())))
    } while (performance.now() < until)
    const { seen } = last
    if (!seen) return wrong('nothing was seen')
    const isOther = seen.state === 'paid' && (seen.amount.minor !== pay.minor || seen.amount.currency !== pay.currency)
    return isOther ? wrong(`${inWords(seen)}, and not what was asked`) : fine(inWords(seen))
  })
  return last.seen
}

async function giveBack(connector: PaymentConnector, attempt: AttemptRef, check: PayCheck, say: Say): Promise<void> {
  const { refund, queryRefund } = connector
  if (!refund) {
    say({ step: 'the refund', outcome: 'left-out', detail: 'it has no call for it: give it back in its dashboard' })
    return
  }
  const { context, ids, pay } = check
  const asked = { ref: ids.refundRef, amount: pay, reason: 'guichet check' }
  await told(say, 'the refund', async () => {
    const first = await refund(context, attempt, asked)
    const seen = queryRefund ? await untilGivenBack(first, () => queryRefund(context, attempt, ids.refundRef), check) : first
    if (seen.state === 'absent') return wrong('it is not known there')
    return seen.state === 'refunded' || seen.state === 'refunding' ? fine(inWords(seen)) : wrong(inWords(seen))
  })
}

type RefundSeen = Observation | { state: 'absent' }

async function untilGivenBack(first: RefundSeen, ask: () => Promise<RefundSeen>, { waitMs, pollMs }: PayCheck): Promise<RefundSeen> {
  const until = performance.now() + waitMs
  let seen = first
  while ((seen.state === 'refunding' || seen.state === 'pending') && performance.now() < until) {
    await pause(pollMs)
    seen = await ask()
  }
  return seen
}

function inWords(seen: Observation): string {
  const said = seen.provider ? ` (${seen.provider.code} ${seen.provider.text})`.replace(/\s+\)/, ')') : ''
  if (seen.state === 'paid' || seen.state === 'refunded') return `${seen.state}, ${seen.amount.minor} ${seen.amount.currency}${said}`
  if (seen.state === 'declined') return `declined: ${seen.reason}${said}`
  return `${seen.state}${said}`
}
