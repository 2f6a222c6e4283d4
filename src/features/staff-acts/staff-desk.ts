import type { AuditDetail, AuditEntry, AuditOutcome } from '#features/audit/audit-entry.ts'
import type { Change, PaymentState } from '#features/payment/engine/records.ts'
import type { At } from '#features/payment/engine/staff-refunds.ts'
import type { StaffAct } from './acts.ts'
import { noteProblem, textProblem } from './act-texts.ts'
import type { Actor, DeskRefusal, DeskResult, DeskStore, DeskTransaction, Proposal } from './desk-ports.ts'
import { amountOf, applyAct, needsTwo, stateMark, type PaymentActRequest, type RefundCalls } from './payment-acts.ts'
import { mayApprove, mayDo, mayPropose } from './roles.ts'
import { isSamePerson, PORTAL, PROPOSAL_HOURS } from './two-people.ts'

type Deps = { store: DeskStore; now: () => Date; ids: At['ids']; refundCalls: RefundCalls }

/** `key`: idempotency key of the form. `seen`: the mark of the payment that the person saw. */
type Asking = { staff: Actor; key: string }
export type ActOnPayment = Asking & { reference: string; request: PaymentActRequest; seen: string }
/** `typedAmount`: in minor units, as the approver of a refund typed it; null for other acts. */
export type Approval = Asking & { proposal: number; seen: string; typedAmount: number | null }
export type Rejection = Asking & { proposal: number; note: string }

export type StaffDesk = {
  /** An act for which one person is enough. */
  perform(asked: ActOnPayment): Promise<DeskResult>
  /** One person does what needs two: only from a shell, and an alert is raised. */
  performInEmergency(asked: ActOnPayment): Promise<DeskResult>
  propose(asked: ActOnPayment): Promise<DeskResult>
  approve(asked: Approval): Promise<DeskResult>
  /** By another person, or by the proposer, who withdraws it. */
  reject(asked: Rejection): Promise<DeskResult>
}

const ASK_AGAIN_SECONDS = 5
const RECEIPTS_A_DAY = 3

/** Rolls the transaction back: nothing was done. */
class Refused extends Error {
  readonly why: DeskRefusal
  constructor(why: DeskRefusal) {
    super(why)
    this.why = why
  }
}

type Told = { outcome: AuditOutcome; act: StaffAct; reference: string | null; detail: AuditDetail }
type Step = { key: string; staff: Actor; act: StaffAct; reference: string | null; hash: string; isEmergency?: boolean }
type Worked = { result: DeskResult; entries: AuditEntry[] }

/**
 * CON-3..5: the acts of staff on payments. Each re-reads the payment, is done once per key and only on the payment that the person saw, and
 * writes its audit entry in the transaction of its change. Refusals are in the audit log too. No network call: the worker does what follows.
 */
export function createStaffDesk(deps: Deps): StaffDesk {
  return {
    perform: (asked) => performNow(deps, asked, false),
    performInEmergency: (asked) => performNow(deps, asked, true),
    propose: (asked) => propose(deps, asked),
    approve: (asked) => approve(deps, asked),
    reject: (asked) => reject(deps, asked),
  }
}

async function once({ store, now }: Deps, step: Step, work: (tx: DeskTransaction, now: Date) => Promise<Worked>): Promise<DeskResult> {
  const { staff, key, act, reference, hash, isEmergency = false } = step
  try {
    return await store.transact(async (tx) => {
      const at = now()
      const orderId = reference === null ? null : await tx.findOrder(reference)
      const known = await tx.claimKey(key, { actorId: staff.id, hash, act, orderId, isEmergency, now: at })
      if (known === 'other') throw new Refused('key-used')
      if (known) return known
      const { result, entries } = await work(tx, at)
      await tx.saveResult(key, result)
      for (const entry of entries) await tx.appendAudit(entry)
      return result
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const detail = { why: error.why, via: staff.via }
    await store.transact((tx) => tx.appendAudit(entryOf(staff, { outcome: 'refused', act, reference, detail })))
    return { kind: 'refused', why: error.why }
  }
}

/** The act itself, in the transaction of everything that tells of it. */
async function change(deps: Deps, tx: DeskTransaction, { orderId, ...decided }: Decided & { orderId: string }, now: Date): Promise<void> {
  await tx.change(orderId, (state) => decide(state, decided, { ...deps, now }))
  await refuseTooOften(tx, orderId, decided.request.act, now)
}

function performNow(deps: Deps, { staff, key, reference, request, seen }: ActOnPayment, isEmergency: boolean): Promise<DeskResult> {
  const { act } = request
  const step = { key, staff, act, reference, hash: JSON.stringify([isEmergency, reference, request]), isEmergency }
  return once(deps, step, async (tx, now) => {
    refuseUnless(isEmergency ? staff.via === 'command' : mayDo(staff, act), 'role')
    refuseUnless(isEmergency || !needsTwo(request), 'needs-two')
    refuseBadTexts(request)
    const orderId = await orderOf(tx, reference)
    await change(deps, tx, { orderId, request, marks: [seen], by: nameOf(staff) }, now)
    const detail = { ...detailOf(request), via: staff.via, ...(isEmergency && { emergency: true }) }
    return { result: { kind: 'done' }, entries: [entryOf(staff, { outcome: 'done', act, reference, detail })] }
  })
}

function propose(deps: Deps, { staff, key, reference, request, seen }: ActOnPayment): Promise<DeskResult> {
  const { act } = request
  const step = { key, staff, act, reference, hash: JSON.stringify(['propose', reference, request]) }
  return once(deps, step, async (tx, now) => {
    refuseUnless(mayPropose(staff, act), 'role')
    refuseBadTexts(request)
    const orderId = await orderOf(tx, reference)
    const state = await tx.read(orderId)
    if (!state) throw new Refused('not-found')
    // Decided and thrown away: only an act that is possible now is proposed.
    decide(state, { request, marks: [seen], by: '' }, { ...deps, now })
    const expired = await endStale(tx, orderId, now)
    const amount = amountOf(state, request)
    const { id, name } = staff
    const expiresAt = new Date(now.getTime() + PROPOSAL_HOURS * 3_600_000)
    const proposal = await tx.addProposal({
      act,
      orderId,
      reference,
      request,
      mark: seen,
      amount,
      proposedBy: { id, name },
      proposedAt: now,
      expiresAt,
    })
    if (proposal === null) throw new Refused('proposal-open')
    const detail = { proposal, ...detailOf(request), ...amountDetail(amount), via: staff.via }
    return {
      result: { kind: 'proposed', proposal },
      entries: [...expired, entryOf(staff, { outcome: 'proposed', act, reference, detail })],
    }
  })
}

async function stepOn({ store }: Deps, { staff, key, proposal }: Asking & { proposal: number }, hash: string): Promise<Step> {
  const found = await store.transact((tx) => tx.readProposal(proposal))
  return { key, staff, act: found?.act ?? 'refund', reference: found?.reference ?? null, hash }
}

async function approve(deps: Deps, { staff, key, proposal: id, seen, typedAmount }: Approval): Promise<DeskResult> {
  const step = await stepOn(deps, { staff, key, proposal: id }, JSON.stringify(['approve', id, typedAmount]))
  return once(deps, step, async (tx, now) => {
    const proposal = await openProposal(tx, id)
    const { act, reference, request, amount, proposedBy } = proposal
    refuseOther(staff, proposal)
    if (proposal.expiresAt <= now) return { result: { kind: 'refused', why: 'expired' }, entries: [await expire(tx, proposal, now)] }
    refuseUnless(amount === null || amount.minor === typedAmount, 'amount-differs')
    const by = `${proposedBy.name}, approved by ${nameOf(staff)}`
    await change(deps, tx, { orderId: proposal.orderId, request, marks: [proposal.mark, seen], by }, now)
    await tx.decideProposal(id, { state: 'approved', by: staff, note: null, at: now })
    const detail = { proposal: id, ...detailOf(request), ...amountDetail(amount), via: staff.via }
    return { result: { kind: 'done' }, entries: [entryOf(staff, { outcome: 'approved', act, reference, detail })] }
  })
}

async function reject(deps: Deps, { staff, key, proposal: id, note }: Rejection): Promise<DeskResult> {
  const step = await stepOn(deps, { staff, key, proposal: id }, JSON.stringify(['reject', id, note]))
  return once(deps, step, async (tx, now) => {
    const { act, reference, proposedBy } = await openProposal(tx, id)
    refuseUnless(staff.id === proposedBy.id || mayApprove(staff, act, proposedBy.id), 'role')
    const problem = noteProblem(note)
    if (problem) throw new Refused(problem)
    await tx.decideProposal(id, { state: 'rejected', by: staff, note, at: now })
    const detail = { proposal: id, note, via: staff.via }
    return { result: { kind: 'done' }, entries: [entryOf(staff, { outcome: 'rejected', act, reference, detail })] }
  })
}

/** An open proposal keeps other proposals away from its payment. */
async function endStale(tx: DeskTransaction, orderId: string, now: Date): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (const proposal of await tx.staleProposals(orderId, now)) entries.push(await expire(tx, proposal, now))
  return entries
}

async function expire(tx: DeskTransaction, { id, act, reference }: Proposal, now: Date): Promise<AuditEntry> {
  await tx.decideProposal(id, { state: 'expired', by: null, note: null, at: now })
  return { actor: PORTAL, act, outcome: 'expired', target: { kind: 'payment', id: reference }, detail: { proposal: id } }
}

type Decided = { request: PaymentActRequest; marks: string[]; by: string }

/** Runs again on the newest state whenever the payment moved: what the person saw must still be so. */
function decide(state: PaymentState, { request, marks, by }: Decided, at: At & { refundCalls: RefundCalls }): Change {
  const mark = stateMark(state)
  if (marks.some((seen) => seen !== mark)) throw new Refused('changed')
  const verdict = applyAct(state, request, by, at)
  if ('refused' in verdict) throw new Refused(verdict.refused)
  return verdict
}

/** After the change: the lock of the payment lets only one act at a time count. */
async function refuseTooOften(tx: DeskTransaction, orderId: string, act: StaffAct, now: Date): Promise<void> {
  const since = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  if (act === 'ask-again') refuseUnless((await tx.countActs(orderId, act, since(ASK_AGAIN_SECONDS))) <= 1, 'too-soon')
  if (act === 'resend-receipt') refuseUnless((await tx.countActs(orderId, act, since(86_400))) <= RECEIPTS_A_DAY, 'three-a-day')
}

async function openProposal(tx: DeskTransaction, id: number): Promise<Proposal> {
  const proposal = await tx.readProposal(id)
  if (!proposal) throw new Refused('not-found')
  if (proposal.state === 'expired') throw new Refused('expired')
  if (proposal.state !== 'open') throw new Refused('decided')
  return proposal
}

function refuseOther(staff: Actor, { act, proposedBy }: Proposal): void {
  refuseUnless(!isSamePerson(staff, proposedBy), 'own-proposal')
  refuseUnless(mayApprove(staff, act, proposedBy.id), 'role')
}

async function orderOf(tx: DeskTransaction, reference: string): Promise<string> {
  const orderId = await tx.findOrder(reference)
  if (orderId === null) throw new Refused('not-found')
  return orderId
}

function refuseBadTexts(request: PaymentActRequest): void {
  const problem = textProblem(request)
  if (problem) throw new Refused(problem)
}

function refuseUnless(condition: boolean, why: DeskRefusal): void {
  if (!condition) throw new Refused(why)
}

const MAX_NAME = 60

function nameOf({ name }: Actor): string {
  return name.slice(0, MAX_NAME)
}

function entryOf({ id, name, roles }: Actor, { outcome, act, reference, detail }: Told): AuditEntry {
  return { actor: { id, name, roles }, act, outcome, target: reference === null ? null : { kind: 'payment', id: reference }, detail }
}

function detailOf({ act: _act, ...request }: PaymentActRequest): AuditDetail {
  return request
}

function amountDetail(amount: Proposal['amount']): AuditDetail {
  return amount ? { amount: amount.minor, currency: amount.currency } : {}
}
