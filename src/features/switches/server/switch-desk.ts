import { noteProblem, type TextRefusal } from '#features/staff-acts/act-texts.ts'
import type { Actor } from '#features/staff-acts/desk-ports.ts'
import { mayApprove, mayDo, mayPropose } from '#features/staff-acts/roles.ts'
import {
  addPlainProposal,
  decidePlainProposal,
  openPlainProposals,
  refuseOwnProposal,
  takePlainProposal,
  type PlainProposal,
} from '#features/staff-acts/server/plain-proposals.ts'
import { staffStep, StepRefusal, type StepResult } from '#features/staff-acts/server/staff-step.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import { endProblem, type EndProblem } from '#shared/end-within-a-day.ts'
import { connectorsOfSwitch, isCloseReason, leavesAWay, switchMark } from '../closing-rules.ts'
import { endClosure, insertClosure, lockSwitches, readClosures, setEnd, type Closures } from './closure.store.ts'

export type SwitchRefusal =
  | TextRefusal
  | EndProblem
  | 'role'
  | 'needs-two'
  | 'unknown-way'
  | 'reason-unknown'
  /** It is closed already, until later than this. */
  | 'ends-earlier'
  | 'last-way'
  | 'not-closed'
  | 'changed'
  | 'proposal-open'
  | 'own-proposal'
  | 'not-found'
  | 'expired'
  | 'decided'

type Asking = { staff: Actor; /** The idempotency key of the form. */ key: string }
/** `way`: a way to pay or one of its providers. `seen`: the mark of the switch that the person saw. */
export type Closing = Asking & { way: string; reason: string; note: string; until: Date | null; seen: string }
type Reopening = Asking & { way: string; note: string; seen: string }
type Decision = Asking & { proposal: number }

export type ReopenProposal = PlainProposal<{ way: string; note: string }>

export type SwitchDesk = {
  /** One person, at once. Closing what is closed keeps it closed longer. */
  close(asked: Closing): Promise<StepResult>
  proposeReopening(asked: Reopening): Promise<StepResult>
  approveReopening(asked: Decision): Promise<StepResult>
  rejectReopening(asked: Decision & { note: string }): Promise<StepResult>
  /** By one person from a shell; an alert is raised. */
  reopenInEmergency(asked: Reopening): Promise<StepResult>
  proposals(now: Date): Promise<ReopenProposal[]>
}

type Deps = {
  db: Database
  clock: Clock
  /** The providers that customers may pay with here, closed or not. */ offered: readonly ConnectorId[]
}

const REOPEN = 'reopen-way'
const targetOf = (way: string) => ({ kind: 'way', id: way })

/** CON-8: staff close a way to pay and open it again; open payments are not touched. */
export function createSwitchDesk(deps: Deps): SwitchDesk {
  const { db } = deps
  return {
    close: (asked) => close(deps, asked),
    proposeReopening: (asked) => propose(deps, asked),
    approveReopening: (asked) => approve(deps, asked),
    rejectReopening: (asked) => reject(deps, asked),
    reopenInEmergency: (asked) => reopenNow(deps, asked),
    proposals: (now) => openPlainProposals(db, REOPEN, now),
  }
}

function refuseUnless(condition: boolean, why: SwitchRefusal): void {
  if (!condition) throw new StepRefusal(why)
}

function refuseBadNote(note: string): void {
  const problem = noteProblem(note)
  if (problem) throw new StepRefusal(problem)
}

/** What is closed now, and stays so until the end of the transaction. */
async function lockedSwitch(tx: Database, { offered }: Deps, way: string): Promise<{ ids: ConnectorId[]; closures: Closures }> {
  const ids = connectorsOfSwitch(way, offered)
  refuseUnless(ids.length > 0, 'unknown-way')
  await lockSwitches(tx)
  return { ids, closures: await readClosures(tx) }
}

function close(deps: Deps, { staff, key, way, reason, note, until, seen }: Closing): Promise<StepResult> {
  const asked = [way, reason, note, until?.getTime() ?? null]
  return staffStep(deps, { staff, key, act: 'close-way', target: targetOf(way), asked }, async (tx, now) => {
    refuseUnless(mayDo(staff, 'close-way'), 'role')
    refuseBadNote(note)
    if (!isCloseReason(reason)) throw new StepRefusal('reason-unknown')
    const problem = endProblem(until, now)
    if (problem || until === null) throw new StepRefusal(problem ?? 'end-missing')
    const { ids, closures } = await lockedSwitch(tx, deps, way)
    refuseUnless(switchMark(ids, closures) === seen, 'changed')
    const open = deps.offered.filter((id) => !closures.has(id) && !ids.includes(id))
    refuseUnless(leavesAWay(open, deps.offered), 'last-way')
    const before = ids.flatMap((id) => closures.get(id)?.until ?? [])
    refuseUnless(before.length < ids.length || before.every((end) => end < until), 'ends-earlier')
    for (const id of ids) {
      const closure = closures.get(id)
      if (!closure) await insertClosure(tx, { connector: id, reason, note: note.trim(), by: staff, until, now })
      else if (closure.until < until) await setEnd(tx, closure.id, { until, now, isRenewal: false })
    }
    const isLonger = before.length === ids.length
    const wasUntil = isLonger ? (before.toSorted((one, other) => one.getTime() - other.getTime()).at(-1) ?? null) : null
    const detail = { before: wasUntil ? `closed until ${wasUntil.toISOString()}` : 'open', after: `closed until ${until.toISOString()}` }
    return { result: { kind: 'done' }, outcome: 'done', detail: { ...detail, reason, note } }
  })
}

function propose(deps: Deps, { staff, key, way, note, seen }: Reopening): Promise<StepResult> {
  const step = { staff, key, act: REOPEN, target: targetOf(way), asked: ['propose', way, note] } as const
  return staffStep(deps, step, async (tx, now) => {
    refuseUnless(mayPropose(staff, REOPEN), 'role')
    refuseBadNote(note)
    const { ids, closures } = await lockedSwitch(tx, deps, way)
    refuseUnless(
      ids.some((id) => closures.has(id)),
      'not-closed',
    )
    refuseUnless(switchMark(ids, closures) === seen, 'changed')
    const open = await openPlainProposals<{ way: string }>(tx, REOPEN, now)
    refuseUnless(!open.some(({ reference }) => reference === way), 'proposal-open')
    const proposal = await addPlainProposal(tx, { act: REOPEN, reference: way, request: { way, note }, mark: seen, by: staff, now })
    return { result: { kind: 'proposed', proposal }, outcome: 'proposed', detail: { proposal, note } }
  })
}

/** Ends the closures of a switch; what it was before and after, for the log. */
async function reopen(tx: Database, { ids, closures }: { ids: ConnectorId[]; closures: Closures }, by: string, now: Date) {
  const ended = ids.flatMap((id) => closures.get(id) ?? [])
  refuseUnless(ended.length > 0, 'not-closed')
  for (const { id } of ended) await endClosure(tx, id, { by, now })
  const ends = ended.map(({ until }) => until).toSorted((one, other) => one.getTime() - other.getTime())
  return { before: `closed until ${ends.at(-1)?.toISOString()}`, after: 'open' }
}

function approve(deps: Deps, { staff, key, proposal: id }: Decision): Promise<StepResult> {
  const step = { staff, key, act: REOPEN, target: { kind: 'proposal', id: String(id) }, asked: ['approve', id] } as const
  return staffStep(deps, step, async (tx, now) => {
    const proposal = await takePlainProposal<ReopenProposal['request']>(tx, { id, act: REOPEN, now })
    refuseOwnProposal(staff, REOPEN, proposal)
    const { way } = proposal.request
    const found = await lockedSwitch(tx, deps, way)
    refuseUnless(switchMark(found.ids, found.closures) === proposal.mark, 'changed')
    const detail = await reopen(tx, found, staff.id, now)
    await decidePlainProposal(tx, { id, state: 'approved', by: staff, note: null, now })
    return { result: { kind: 'done' }, outcome: 'approved', detail: { proposal: id, ...detail }, target: targetOf(way) }
  })
}

function reject(deps: Deps, { staff, key, proposal: id, note }: Decision & { note: string }): Promise<StepResult> {
  const step = { staff, key, act: REOPEN, target: { kind: 'proposal', id: String(id) }, asked: ['reject', id, note] } as const
  return staffStep(deps, step, async (tx, now) => {
    const { proposedBy, reference } = await takePlainProposal(tx, { id, act: REOPEN, now })
    refuseUnless(staff.id === proposedBy.id || mayApprove(staff, REOPEN, proposedBy.id), 'role')
    refuseBadNote(note)
    await decidePlainProposal(tx, { id, state: 'rejected', by: staff, note, now })
    return { result: { kind: 'done' }, outcome: 'rejected', detail: { proposal: id, note }, target: targetOf(reference) }
  })
}

function reopenNow(deps: Deps, { staff, key, way, note, seen }: Reopening): Promise<StepResult> {
  const step = { staff, key, act: REOPEN, target: targetOf(way), asked: ['emergency', way, note], isEmergency: true } as const
  return staffStep(deps, step, async (tx, now) => {
    refuseUnless(staff.via === 'command', 'needs-two')
    refuseBadNote(note)
    const found = await lockedSwitch(tx, deps, way)
    refuseUnless(switchMark(found.ids, found.closures) === seen, 'changed')
    const detail = await reopen(tx, found, staff.id, now)
    return { result: { kind: 'done' }, outcome: 'done', detail: { ...detail, note, emergency: true } }
  })
}
