import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { AuditDetail, AuditEntry, AuditOutcome } from '#features/audit/audit-entry.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import { isMobileNumber, maskMobileNumber, nationalDigits, type MobileNumber } from '#shared/mobile-number.ts'
import { noteProblem } from '../act-texts.ts'
import type { StaffAct } from '../acts.ts'
import type { DataAct, DataCounts, DataProposal, DataRequest } from '../customer-data.ts'
import type { Actor, DeskRefusal, DeskResult } from '../desk-ports.ts'
import { mayApprove, mayDo, mayPropose } from '../roles.ts'
import { isSamePerson, PORTAL, PROPOSAL_HOURS } from '../two-people.ts'
import { countCustomerData, eraseCustomerData } from './customer-data.store.ts'
import { addDataProposal, readDataProposal } from './data-proposals.ts'
import { claimKey, saveResult } from './desk-store.ts'

/** `key`: idempotency key of the form. */
type Asking = { staff: Actor; key: string }
type Refusal = { kind: 'refused'; why: DeskRefusal }
/** What is asked: about a number, as typed, or about payments of a filter. */
export type Wanted =
  | { act: 'export-customer-data' | 'erase-customer-data'; number: string; note: string }
  | { act: 'export-numbers'; filter: string; note: string }
/** Writes the file of an approved export, in the transaction of its audit entry. */
export type WriteFile = (db: Database, request: DataRequest, number: MobileNumber | null) => Promise<{ body: string; rows: number }>

export type DataDesk = {
  /** CON-4: counts what is stored about a number; who looked is in the audit log. */
  find(asked: { staff: Actor; number: string }): Promise<{ kind: 'found'; number: MobileNumber; counts: DataCounts } | Refusal>
  propose(asked: Asking & { wanted: Wanted }): Promise<DeskResult>
  /** `number`: the approver types it again; null where the proposal is about no customer. An erasure happens here, an export is allowed. */
  approve(asked: Asking & { proposal: number; number: string | null }): Promise<DeskResult>
  /** By another person, or by the proposer, who withdraws it. */
  reject(asked: Asking & { proposal: number; note: string }): Promise<DeskResult>
  /** By the proposer, for a day after the approval. Each file that leaves is in the audit log. */
  fetch(
    asked: { staff: Actor; proposal: number },
    write: WriteFile,
  ): Promise<{ kind: 'file'; request: DataRequest; body: string } | Refusal>
  /** One person does what needs two: only from a shell, and an alert is raised. Null where no file is made. */
  performInEmergency(asked: Asking & { wanted: Wanted }, write: WriteFile): Promise<{ kind: 'done'; body: string | null } | Refusal>
}

type Deps = { db: Database; clock: Clock; cipher: FieldCipher }

/** Rolls the transaction back: nothing was done. */
class Refused extends Error {
  readonly why: DeskRefusal
  constructor(why: DeskRefusal) {
    super(why)
    this.why = why
  }
}

/** Of numbers in proposals: whose data is asked about is stored encrypted. */
const PURPOSE = 'customer-data'
const DAY_MS = 24 * 3_600_000

/**
 * CON-3..5: requests about a customer's data, and exports of full numbers. Decided by two people; each step is done once under its key, with
 * its audit entry in the same transaction. What is erased follows from the law and not from what a person saw: it is decided when it happens.
 */
export function createDataDesk(deps: Deps): DataDesk {
  return {
    find: ({ staff, number }) => find(deps, staff, number),
    propose: (asked) => propose(deps, asked),
    approve: (asked) => approve(deps, asked),
    reject: (asked) => reject(deps, asked),
    fetch: (asked, write) => fetchFile(deps, asked, write),
    performInEmergency: (asked, write) => performInEmergency(deps, asked, write),
  }
}

/** The number of a request; null for one that is about no customer, or that a lost secret has closed. */
export function openNumberOf(cipher: FieldCipher, request: DataRequest): MobileNumber | null {
  const number = 'sealed' in request ? cipher.decrypt(PURPOSE, request.sealed) : null
  return isMobileNumber(number) ? number : null
}

type Told = { act: StaffAct; outcome: AuditOutcome; request: Pick<DataRequest, 'act'> | null; shown: string | null; detail: AuditDetail }

function entryOf({ id, name, roles, via }: Actor, { act, outcome, shown, detail }: Omit<Told, 'request'>): AuditEntry {
  const target = shown === null ? null : { kind: 'number', id: shown }
  return { actor: { id, name, roles }, act, outcome, target, detail: { ...detail, via } }
}

const shownOf = (request: DataRequest) => ('shown' in request ? request.shown : null)
const detailOf = (request: DataRequest) => ({ note: request.note, ...('filter' in request && { filter: request.filter }) })

function refuseUnless(condition: boolean, why: DeskRefusal): asserts condition {
  if (!condition) throw new Refused(why)
}

type Step = { staff: Actor; act: StaffAct; shown: string | null }

/** A refusal rolls the work back and is in the audit log itself. */
async function told<Result>({ db }: Deps, { staff, act, shown }: Step, work: (tx: Database) => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await appendAudit(db, entryOf(staff, { act, outcome: 'refused', shown, detail: { why: error.why } }))
    return { kind: 'refused', why: error.why }
  }
}

type Worked = { result: DeskResult; entries: AuditEntry[] }

/** Once under its key: a second press gets the first result. */
function once(
  deps: Deps,
  step: Step & { key: string; hash: unknown[]; isEmergency?: boolean },
  work: (tx: Database, now: Date) => Promise<Worked>,
) {
  const { staff, act, key, isEmergency = false } = step
  return told<DeskResult>(deps, step, async (tx) => {
    const now = deps.clock.now()
    const hash = JSON.stringify(step.hash)
    const known = await claimKey(tx, key, { actorId: staff.id, hash, act, orderId: null, isEmergency, now })
    refuseUnless(known !== 'other', 'key-used')
    if (known) return known
    const { result, entries } = await work(tx, now)
    await saveResult(tx, key, result)
    for (const entry of entries) await appendAudit(tx, entry)
    return result
  })
}

async function find(deps: Deps, staff: Actor, typed: string) {
  const number = numberIn(typed)
  const step = { staff, act: 'find-customer-data', shown: number && maskMobileNumber(number) } as const
  return told(deps, step, async (tx) => {
    refuseUnless(mayDo(staff, 'find-customer-data'), 'role')
    refuseUnless(number !== null, 'not-a-number')
    const counts = await countCustomerData(tx, number)
    await appendAudit(tx, entryOf(staff, { ...step, outcome: 'done', detail: {} }))
    return { kind: 'found' as const, number, counts }
  })
}

function numberIn(typed: string): MobileNumber | null {
  const number = nationalDigits(typed.trim())
  return isMobileNumber(number) ? number : null
}

/** What was typed as it is stored. */
function requestOf({ cipher }: Deps, wanted: Wanted): DataRequest {
  const problem = noteProblem(wanted.note)
  if (problem) throw new Refused(problem)
  if (wanted.act === 'export-numbers') return wanted
  const number = numberIn(wanted.number)
  refuseUnless(number !== null, 'not-a-number')
  return { act: wanted.act, sealed: cipher.encrypt(PURPOSE, number), shown: maskMobileNumber(number), note: wanted.note }
}

function shownIn(wanted: Wanted): string | null {
  const number = 'number' in wanted ? numberIn(wanted.number) : null
  return number && maskMobileNumber(number)
}

/** Keys are compared by what was asked, without the number itself. */
const hashOf = (step: string, wanted: Wanted) => [step, wanted.act, 'filter' in wanted ? wanted.filter : shownIn(wanted), wanted.note]

function propose(deps: Deps, { staff, key, wanted }: Asking & { wanted: Wanted }): Promise<DeskResult> {
  const { act } = wanted
  return once(deps, { staff, act, shown: shownIn(wanted), key, hash: hashOf('propose', wanted) }, async (tx, now) => {
    refuseUnless(mayPropose(staff, act), 'role')
    const request = requestOf(deps, wanted)
    const { id, name } = staff
    const expiresAt = new Date(now.getTime() + PROPOSAL_HOURS * 3_600_000)
    const about = openNumberOf(deps.cipher, request)
    const isSame = (open: DataRequest) =>
      open.act === act &&
      ('filter' in open ? 'filter' in request && open.filter === request.filter : openNumberOf(deps.cipher, open) === about)
    const proposal = await addDataProposal(tx, { request, proposedBy: { id, name }, proposedAt: now, expiresAt }, isSame)
    refuseUnless(proposal !== null, 'proposal-open')
    const detail = { proposal, ...detailOf(request) }
    return {
      result: { kind: 'proposed', proposal },
      entries: [entryOf(staff, { act, outcome: 'proposed', shown: shownOf(request), detail })],
    }
  })
}

/** What a decision is about, for the log of a refusal; the decision reads it again, locked. */
async function stepOn({ db }: Deps, staff: Actor, proposal: number): Promise<Step> {
  const found = await readDataProposal(db, proposal)
  const act: DataAct = found?.request.act ?? 'export-customer-data'
  return { staff, act, shown: found && shownOf(found.request) }
}

async function openProposal(tx: Database, id: number): Promise<DataProposal> {
  const proposal = await readDataProposal(tx, id, { isLocked: true })
  refuseUnless(proposal !== null, 'not-found')
  refuseUnless(proposal.state !== 'expired', 'expired')
  refuseUnless(proposal.state === 'open', 'decided')
  return proposal
}

type Decided = { id: number; state: 'approved' | 'rejected' | 'expired'; by: Actor | null; note: string | null; at: Date }

async function decide(tx: Database, { id, state, by, note, at }: Decided): Promise<void> {
  const decision = { state, decided_by: by?.id ?? null, decided_name: by?.name ?? null, decided_at: at, decision_note: note }
  await tx.updateTable('staff_proposal').set(decision).where('id', '=', id).execute()
}

async function approve(
  deps: Deps,
  { staff, key, proposal: id, number: typed }: Asking & { proposal: number; number: string | null },
): Promise<DeskResult> {
  const step = await stepOn(deps, staff, id)
  return once(deps, { ...step, key, hash: ['approve', id] }, async (tx, now) => {
    const { request, proposedBy, expiresAt } = await openProposal(tx, id)
    const { act } = request
    refuseUnless(!isSamePerson(staff, proposedBy), 'own-proposal')
    refuseUnless(mayApprove(staff, act, proposedBy.id), 'role')
    if (expiresAt <= now) {
      await decide(tx, { id, state: 'expired', by: null, note: null, at: now })
      const entry: AuditEntry = { actor: PORTAL, act, outcome: 'expired', target: null, detail: { proposal: id } }
      return { result: { kind: 'refused', why: 'expired' }, entries: [entry] }
    }
    const number = openNumberOf(deps.cipher, request)
    if (act !== 'export-numbers') refuseUnless(number !== null && numberIn(typed ?? '') === number, 'number-differs')
    const erased = act === 'erase-customer-data' && number !== null ? await eraseCustomerData(tx, number) : {}
    await decide(tx, { id, state: 'approved', by: staff, note: null, at: now })
    const detail = { proposal: id, ...detailOf(request), ...erased }
    return { result: { kind: 'done' }, entries: [entryOf(staff, { act, outcome: 'approved', shown: shownOf(request), detail })] }
  })
}

async function reject(deps: Deps, { staff, key, proposal: id, note }: Asking & { proposal: number; note: string }): Promise<DeskResult> {
  const step = await stepOn(deps, staff, id)
  return once(deps, { ...step, key, hash: ['reject', id, note] }, async (tx, now) => {
    const { request, proposedBy } = await openProposal(tx, id)
    refuseUnless(staff.id === proposedBy.id || mayApprove(staff, request.act, proposedBy.id), 'role')
    const problem = noteProblem(note)
    if (problem) throw new Refused(problem)
    await decide(tx, { id, state: 'rejected', by: staff, note, at: now })
    const detail = { proposal: id, note }
    return {
      result: { kind: 'done' },
      entries: [entryOf(staff, { act: request.act, outcome: 'rejected', shown: shownOf(request), detail })],
    }
  })
}

async function fetchFile(deps: Deps, { staff, proposal: id }: { staff: Actor; proposal: number }, write: WriteFile) {
  return told(deps, await stepOn(deps, staff, id), async (tx) => {
    const proposal = await readDataProposal(tx, id)
    refuseUnless(proposal !== null && proposal.request.act !== 'erase-customer-data', 'not-found')
    const { request, proposedBy, state, decided } = proposal
    // Also after the approval: a role can be taken away in between.
    refuseUnless(staff.id === proposedBy.id && mayPropose(staff, request.act), 'role')
    refuseUnless(state === 'approved' && decided !== null, 'needs-two')
    refuseUnless(deps.clock.now().getTime() - decided.at.getTime() < DAY_MS, 'expired')
    const { body, rows } = await write(tx, request, openNumberOf(deps.cipher, request))
    const detail = { proposal: id, ...detailOf(request), rows, masked: false }
    await appendAudit(tx, entryOf(staff, { act: request.act, outcome: 'done', shown: shownOf(request), detail }))
    return { kind: 'file' as const, request, body }
  })
}

async function performInEmergency(deps: Deps, { staff, key, wanted }: Asking & { wanted: Wanted }, write: WriteFile) {
  const { act } = wanted
  let body: string | null = null
  const step = { staff, act, shown: shownIn(wanted), key, hash: hashOf('emergency', wanted), isEmergency: true }
  const result = await once(deps, step, async (tx) => {
    refuseUnless(staff.via === 'command', 'role')
    const request = requestOf(deps, wanted)
    const number = openNumberOf(deps.cipher, request)
    const erased = act === 'erase-customer-data' && number !== null ? await eraseCustomerData(tx, number) : null
    const file = erased ? null : await write(tx, request, number)
    body = file?.body ?? null
    const detail = { ...detailOf(request), ...erased, ...(file && { rows: file.rows, masked: false }), emergency: true }
    return { result: { kind: 'done' }, entries: [entryOf(staff, { act, outcome: 'done', shown: shownOf(request), detail })] }
  })
  return result.kind === 'refused' ? result : { kind: 'done' as const, body }
}
