import { randomUUID } from 'node:crypto'
import { newPaymentIds } from '#features/payment/server/orders/new-order.ts'
import { createPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import { moneyText } from '#features/payment/server/currency/convert-money.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import { amountOf, hasRefundCall, needsTwo, stateMark, type PaymentActRequest } from '#features/staff-acts/payment-acts.ts'
import { createStaffDesk, type StaffDesk } from '#features/staff-acts/staff-desk.ts'
import type { DeskRefusal, DeskResult } from '#features/staff-acts/desk-ports.ts'
import { decideFound, listFoundProposals } from '#features/staff-acts/server/found-desk.ts'
import { createDeskStore, listOpenProposals } from '#features/staff-acts/server/desk-store.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { fromMajor } from '#shared/money.ts'
import type { CommandResult } from './command.ts'
import { actorOf } from './recorded.ts'

/** CON-3..5 from a shell: the same acts as in the console, with the same two people and the same audit entries. */

export const ACTS_USAGE = `Acts that need two people: one proposes, another approves within a day. With --emergency one person is enough, and an alert is raised.
  npm run payments -- refund <reference> --by <name> --note <why> [--number <its number at the provider>] [--attempt <reference of the attempt>]
  npm run payments -- refund-delivered <reference> --by <name> --note <why> --reversal <the operator's reference>|goodwill [--number ...] [--attempt ...]
  npm run payments -- deliver-again <reference> --by <name> --note <why>
  npm run payments -- proposals            what waits for a second person
  npm run payments -- approve <proposal> --by <another name> [--amount <of the refund>]
  npm run payments -- reject <proposal> --by <name> --note <why>
Acts of one person:
  npm run payments -- ask <reference> --by <name>       queries the provider and the operator again
  npm run payments -- receipt <reference> --by <name>   sends the receipt again to the number that had it
`

function deskOf(db: Database): StaffDesk {
  return createStaffDesk({
    store: createDeskStore({ db, clock: systemClock }),
    now: () => systemClock.now(),
    ids: newPaymentIds,
    refundCalls: hasRefundCall,
  })
}

type Given = (name: 'by' | 'note' | 'number' | 'attempt' | 'reversal' | 'amount') => string | undefined
export type ActOptions = { given: Given; isEmergency: boolean }

/** Null for a command that is none of these. */
export async function runActCommand(
  db: () => Promise<Database>,
  command: string,
  word: string,
  { given, isEmergency }: ActOptions,
): Promise<CommandResult | null> {
  if (command === 'proposals') return listProposals(await db())
  const isDecision = command === 'approve' || command === 'reject'
  if (!isDecision && !isAct(command)) return null
  const by = given('by')?.trim()
  if (!by || !word) return { ok: false, message: ACTS_USAGE, exit: 'usage' }
  if (isDecision) return decide(await db(), { command, id: Number(word), by, given })
  const reference = word.replaceAll('-', '').toUpperCase()
  return act(await db(), reference, { by, isEmergency, requestOf: (state) => requestOf(command, state, given) })
}

type ActCommand = 'refund' | 'refund-delivered' | 'deliver-again' | 'ask' | 'receipt'

function isAct(command: string): command is ActCommand {
  return ['refund', 'refund-delivered', 'deliver-again', 'ask', 'receipt'].includes(command)
}

function requestOf(command: ActCommand, state: PaymentState, given: Given): PaymentActRequest | null {
  const note = given('note') ?? ''
  const attemptId = attemptOf(state, given('attempt'))
  const providerNumber = given('number') ?? null
  const reversal = given('reversal')
  switch (command) {
    case 'ask':
      return { act: 'ask-again' }
    case 'receipt':
      return { act: 'resend-receipt' }
    case 'deliver-again':
      return { act: 'deliver-again', note }
    case 'refund':
      return { act: 'refund', attemptId, note, providerNumber }
    case 'refund-delivered':
      return reversal === undefined
        ? null
        : { act: 'refund-delivered', attemptId, note, providerNumber, reversal: reversal === 'goodwill' ? null : reversal }
  }
}

/** The attempt that is named, or the one that holds money. */
function attemptOf({ attempts }: PaymentState, ref: string | undefined): string {
  const holding = attempts.find(({ isWinner }) => isWinner) ?? attempts.find(({ state }) => state === 'PAID' || state === 'REFUNDING')
  return (ref === undefined ? holding : attempts.find((each) => each.ref === ref.toUpperCase()))?.id ?? ''
}

type Acting = { by: string; isEmergency: boolean; requestOf: (state: PaymentState) => PaymentActRequest | null }

/** Also used for `resolve`. */
export async function act(db: Database, reference: string, { by, isEmergency, requestOf: toRequest }: Acting): Promise<CommandResult> {
  const row = await db.selectFrom('pay_order').select('id').where('reference', '=', reference).executeTakeFirst()
  const state = row && (await createPaymentStore({ db, clock: systemClock, onChange: () => {} }).read(row.id))
  if (!state) return { ok: false, message: 'No payment has this reference.\n' }
  const request = toRequest(state)
  if (!request) return { ok: false, message: ACTS_USAGE, exit: 'usage' }
  const desk = deskOf(db)
  const asked = { staff: actorOf(by), key: randomUUID(), reference, request, seen: stateMark(state) }
  if (!needsTwo(request)) return shown(await desk.perform(asked), `${reference}: ${request.act} is done.`)
  if (isEmergency) {
    const result = await desk.performInEmergency(asked)
    return shown(result, `${reference}: ${request.act} is done by one person; the alert GuichetEmergencyAct is raised.`)
  }
  const result = await desk.propose(asked)
  const amount = amountOf(state, request)
  const id = result.kind === 'proposed' ? result.proposal : 0
  const next = `npm run payments -- approve ${id} --by <another name>${amount ? ' --amount <amount>' : ''}`
  return shown(
    result,
    `${reference}: ${request.act}${amount ? ` of ${moneyText(amount)}` : ''} is proposed. Another person approves it: ${next}`,
  )
}

async function decide(
  db: Database,
  { command, id, by, given }: { command: string; id: number; by: string; given: Given },
): Promise<CommandResult> {
  if (!Number.isSafeInteger(id) || id <= 0) return { ok: false, message: ACTS_USAGE, exit: 'usage' }
  const desk = deskOf(db)
  const asked = { staff: actorOf(by), key: randomUUID(), proposal: id }
  const [found] = await listFoundProposals(db, systemClock.now(), id)
  if (found) {
    const how = command === 'reject' ? 'rejected' : 'approved'
    const result = await decideFound({ db, clock: systemClock }, { ...asked, how, note: given('note') ?? null })
    return shown(result, `Proposal ${id} is ${how}: ${found.reference}, close-review.`)
  }
  if (command === 'reject') return shown(await desk.reject({ ...asked, note: given('note') ?? '' }), `Proposal ${id} is rejected.`)
  const proposal = (await listOpenProposals(db, { now: systemClock.now() })).find((each) => each.id === id)
  const state = proposal && (await createPaymentStore({ db, clock: systemClock, onChange: () => {} }).read(proposal.orderId))
  if (!proposal || !state) return { ok: false, message: 'No open proposal has this number.\n' }
  const typed = Number(given('amount') ?? Number.NaN)
  const typedAmount = proposal.amount && Number.isFinite(typed) ? fromMajor(typed, proposal.amount.currency).minor : null
  const result = await desk.approve({ ...asked, seen: stateMark(state), typedAmount })
  return shown(result, `Proposal ${id} is approved: ${proposal.reference}, ${proposal.act}.`)
}

async function listProposals(db: Database): Promise<CommandResult> {
  const open = await listOpenProposals(db, { now: systemClock.now() })
  const found = await listFoundProposals(db, systemClock.now())
  if (open.length + found.length === 0) return { ok: true, message: 'No proposal waits for a second person.\n' }
  const lines = open.map(
    ({ id, reference, act: what, amount, proposedBy, expiresAt, request }) =>
      `${id}  ${reference}  ${what}  ${amount ? moneyText(amount) : '-'}  by ${proposedBy.name}, until ${expiresAt.toISOString()}: ${'note' in request ? request.note : ''}`,
  )
  const others = found.map(
    ({ id, reference, as, note, proposedBy, expiresAt }) =>
      `${id}  ${reference}  close-review ${as}  -  by ${proposedBy.name}, until ${expiresAt.toISOString()}: ${note}`,
  )
  return { ok: true, message: `${[...lines, ...others].join('\n')}\n` }
}

const REASONS: Partial<Record<DeskRefusal, string>> = {
  changed: 'the payment has changed meanwhile: look at it again with show',
  'not-in-review': 'this payment is not in review',
  'resolution-not-true': 'this resolution does not fit what is recorded: see show',
  'own-proposal': 'another person must approve it',
  'amount-differs': 'the amount differs from that of the proposal: give it with --amount',
  'proposal-open': 'another proposal about this payment is open: see proposals',
  'delivery-in-doubt': 'the operator may have delivered or may still deliver: wait for its answer',
  'number-missing': 'refund it at the provider first, and give its number there with --number',
  'note-missing': 'say why with --note',
  'secret-in-text': 'the note holds a number, a code or an address: leave it out',
  expired: 'the proposal ended after a day',
  'number-differs': 'the number differs from that of the proposal: give it with --number',
  'not-a-number': 'this is no complete mobile number of the country',
  'needs-two': 'another person must approve it first',
}

export function shown(result: DeskResult, good: string): CommandResult {
  if (result.kind !== 'refused') return { ok: true, message: `${good}\n` }
  return { ok: false, message: `Nothing was changed: ${REASONS[result.why] ?? result.why}.\n` }
}
