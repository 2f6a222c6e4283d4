import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { AuditDetail, AuditEntry, AuditOutcome } from '#features/audit/audit-entry.ts'
import { LONGEST_VALUES } from '#features/site-content/server/check-package.ts'
import type { Database } from '#server/database/database.ts'
import type { Staff } from '#shared/staff-role.ts'
import { isSameText, type Edition, type Fields, type TextProblem, type TextRefusal, type TextResult } from '../edition.ts'
import { textProblems } from '../text-rules.ts'
import { addEdition, changeEdition, lastPublished, listEditions, listOpen, lockOpen, readTime } from './edition.store.ts'
import { lockAll, planAll, publishDue, readAll, sourceOf, type Sources } from './publishing.ts'
import { beforeAndAfter, changedFields, changeOf, textMark } from './text-change.ts'
import type { ServedText } from './text-source.ts'

/** `key`: the idempotency key of the form. */
type Asking = { staff: Staff; key: string; textId: string }
/** CON-5: `revision` of the open edition that the page showed, 0 without one; `seen`: the mark of the words that visitors read then. */
type Seen = { revision: number; seen: string }

export type TextDesk = {
  /** All texts that are served now. */
  texts(): Promise<Map<string, ServedText>>
  open(): Promise<Edition[]>
  history(textId: string): Promise<Edition[]>
  /** Writes the draft; `isSent`: and sends it to review. `bringsBack`: the number of the edition whose words these were. */
  save(asked: Asking & Seen & { typed: Fields; isSent: boolean; bringsBack: number | null }): Promise<TextResult>
  withdraw(asked: Asking & { revision: number }): Promise<TextResult>
  /** `publishAt`: null for now. */
  approve(asked: Asking & { revision: number; publishAt: Date | null }): Promise<TextResult>
  giveBack(asked: Asking & { revision: number; note: string }): Promise<TextResult>
  /** By one approver: the words that visitors read before the edition with this number. */
  restore(asked: Asking & { published: number }): Promise<TextResult>
  /** Publishes what waits for its time, if it has come; every replica asks. */
  publishDue(): Promise<number>
}

type Act = 'write-text' | 'publish-text' | 'restore-text'

/** What it uses of the rules for all acts of staff. */
export type StaffRules = {
  mayDo(staff: Staff, act: Act): boolean
  mayPropose(staff: Staff, act: Act): boolean
  mayApprove(staff: Staff, act: Act, proposedBy: string): boolean
  noteProblem(note: string): TextRefusal | null
  /** CON-5: null when the key is new, `other` when it was used for something else. */
  claimKey(
    tx: Database,
    key: string,
    claim: { actorId: string; hash: string; act: Act; orderId: null; isEmergency: false; now: Date },
  ): Promise<object | 'other' | null>
  saveResult(tx: Database, key: string, result: { kind: 'done' }): Promise<void>
}

type Parts = { sources: Sources; rules: StaffRules }

const MAX_DAYS_AHEAD = 90
/** A form that was open for a while: its minute may be over. */
const MAX_MINUTES_AGO = 10

/** Rolls the transaction back: nothing was done. */
class Refused extends Error {
  readonly why: TextRefusal
  readonly problems: readonly TextProblem[]
  constructor(why: TextRefusal, problems: readonly TextProblem[] = []) {
    super(why)
    this.why = why
    this.problems = problems
  }
}

type Done = { result: Extract<TextResult, { kind: 'done' }>; outcome: AuditOutcome; detail: AuditDetail; actAs?: Act }
type Step = Asking & { act: Act; asked: readonly unknown[] }

/**
 * CON-7: what editors and approvers do to texts. Each act is done once, on the text that the person saw, with its audit entry in the same
 * transaction. The database's clock decides about times.
 */
export function createTextDesk(db: Database, parts: Parts): TextDesk {
  const { sources, rules } = parts
  const once = (step: Step, work: (tx: Database, now: Date) => Promise<Done>) => writeOnce({ db, rules }, step, work)
  return {
    texts: () => readAll(db, sources),
    open: () => listOpen(db),
    history: (textId) => listEditions(db, textId),
    save: (asked) => once({ ...asked, act: 'write-text', asked: ['save', asked] }, (tx, now) => save(tx, parts, { ...asked, now })),
    withdraw: (asked) => once({ ...asked, act: 'write-text', asked: ['withdraw', asked.revision] }, (tx) => withdraw(tx, parts, asked)),
    approve: (asked) =>
      once({ ...asked, act: 'publish-text', asked: ['approve', asked] }, (tx, now) => approve(tx, parts, { ...asked, now })),
    giveBack: (asked) => once({ ...asked, act: 'publish-text', asked: ['give back', asked] }, (tx) => giveBack(tx, parts, asked)),
    restore: (asked) =>
      once({ ...asked, act: 'restore-text', asked: ['restore', asked.published] }, (tx, now) => restore(tx, parts, { ...asked, now })),
    publishDue: () => publishDue(db, sources),
  }
}

async function writeOnce(
  { db, rules }: { db: Database; rules: StaffRules },
  step: Step,
  work: (tx: Database, now: Date) => Promise<Done>,
): Promise<TextResult> {
  const { staff, key, act, textId } = step
  const entry = (outcome: AuditOutcome, detail: AuditDetail, as: Act = act): AuditEntry => ({
    actor: staff,
    act: as,
    outcome,
    target: { kind: 'text', id: textId },
    detail: { ...detail, via: 'console' },
  })
  try {
    return await db.transaction().execute(async (tx) => {
      const now = await readTime(tx)
      const hash = JSON.stringify([textId, step.asked])
      const known = await rules.claimKey(tx, key, { actorId: staff.id, hash, act, orderId: null, isEmergency: false, now })
      if (known === 'other') throw new Refused('key-used')
      if (known) return { kind: 'done', state: null, publishAt: null }
      const { result, outcome, detail, actAs } = await work(tx, now)
      await rules.saveResult(tx, key, { kind: 'done' })
      await appendAudit(tx, entry(outcome, detail, actAs))
      return result
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const problems = error.problems.map(({ field, kind }) => `${field} ${kind}`).join(', ')
    await appendAudit(db, entry('refused', { why: error.why, ...(problems && { problems }) }))
    return { kind: 'refused', why: error.why, problems: error.problems }
  }
}

type Saving = Parameters<TextDesk['save']>[0] & { now: Date }

async function save(
  tx: Database,
  { sources, rules }: Parts,
  { staff, textId, typed, isSent, bringsBack, revision, seen, now }: Saving,
): Promise<Done> {
  refuseUnless(rules.mayDo(staff, 'write-text') && (!isSent || rules.mayPropose(staff, 'publish-text')), 'role')
  const { facts, texts: served } = await servedText(tx, sources, textId)
  refuseUnless(facts.lock === null, 'locked')
  const open = await lockOpen(tx, textId)
  refuseUnless((open?.revision ?? 0) === revision && textMark(served) === seen, 'changed')
  refuseUnless(open?.state !== 'scheduled', 'not-open')
  const { texts, problems } = sourceOf(sources, textId).prepare(facts, typed)
  const found = [...problems, ...textProblems(facts, texts, { served, longest: LONGEST_VALUES })]
  if (found.length > 0) throw new Refused('problems', found)
  refuseUnless(!isSameText(texts, served), 'nothing-changed')
  const planned = await planAll(tx, sources, [{ textId, texts: changedFields(texts, served) }])
  if ('problems' in planned) throw new Refused('problems', planned.problems)
  const state = isSent ? ('review' as const) : ('draft' as const)
  if (open) {
    const author_ids = [...new Set([...open.authorIds, staff.id])]
    const change = { state, texts, base: served, author_ids, author_name: staff.name, written_at: now, note: null, approval: null }
    await changeEdition(tx, open, change)
  } else {
    const number = await addEdition(tx, { textId, texts, base: served, bringsBack, author: staff, at: now, state })
    refuseUnless(number !== null, 'changed')
  }
  const detail = beforeAndAfter(facts, open?.texts ?? served, texts)
  return {
    result: { kind: 'done', state, publishAt: null },
    outcome: isSent ? 'proposed' : 'done',
    detail: bringsBack === null ? detail : { ...detail, 'brings back': bringsBack },
    ...(isSent && { actAs: 'publish-text' as const }),
  }
}

async function withdraw(tx: Database, { rules }: Parts, { staff, textId, revision }: Parameters<TextDesk['withdraw']>[0]): Promise<Done> {
  refuseUnless(rules.mayDo(staff, 'write-text'), 'role')
  const open = await openAsSeen(tx, textId, revision)
  refuseUnless(open.state !== 'scheduled', 'not-open')
  await changeEdition(tx, open, { state: 'withdrawn', approval: null })
  return { result: { kind: 'done', state: 'withdrawn', publishAt: null }, outcome: 'done', detail: { withdrawn: open.number } }
}

type Approving = Parameters<TextDesk['approve']>[0] & { now: Date }

async function approve(tx: Database, { sources, rules }: Parts, { staff, textId, revision, publishAt, now }: Approving): Promise<Done> {
  const open = await openAsSeen(tx, textId, revision)
  refuseUnless(open.state === 'review', 'not-open')
  refuseUnless(rules.mayApprove(staff, 'publish-text', ''), 'role')
  refuseUnless(!open.authorIds.includes(staff.id), 'own-text')
  refuseUnless(publishAt === null || publishAt.getTime() > now.getTime() - MAX_MINUTES_AGO * 60_000, 'time-past')
  refuseUnless(publishAt === null || publishAt.getTime() < now.getTime() + MAX_DAYS_AHEAD * 86_400_000, 'time-far')
  const planned = await planAll(tx, sources, [changeOf(open)])
  if ('problems' in planned) throw new Refused('problems', planned.problems)
  const { facts, texts: served } = await servedText(tx, sources, textId)
  refuseUnless(isSameText(served, open.base), 'changed')
  const approval = { by: staff, at: now }
  const isNow = publishAt === null || publishAt <= now
  if (isNow) {
    await planned.write()
    await changeEdition(tx, open, { state: 'published', approval, publish_at: now, published_at: now })
  } else await changeEdition(tx, open, { state: 'scheduled', approval, publish_at: publishAt })
  const at = isNow ? now : publishAt
  return {
    result: { kind: 'done', state: isNow ? 'published' : 'scheduled', publishAt: at },
    outcome: 'approved',
    detail: { version: open.number, at: at.toISOString(), ...beforeAndAfter(facts, served, open.texts) },
  }
}

async function giveBack(
  tx: Database,
  { rules }: Parts,
  { staff, textId, revision, note }: Parameters<TextDesk['giveBack']>[0],
): Promise<Done> {
  const open = await openAsSeen(tx, textId, revision)
  refuseUnless(open.state !== 'draft', 'not-open')
  refuseUnless(rules.mayApprove(staff, 'publish-text', ''), 'role')
  const problem = rules.noteProblem(note)
  if (problem) throw new Refused(problem)
  await changeEdition(tx, open, { state: 'draft', approval: null, note: note.trim() })
  return { result: { kind: 'done', state: 'draft', publishAt: null }, outcome: 'rejected', detail: { version: open.number, note } }
}

type Restoring = Parameters<TextDesk['restore']>[0] & { now: Date }

/** Visitors read again what they read before: both were approved by two people, or shipped. */
async function restore(tx: Database, { sources, rules }: Parts, { staff, textId, published, now }: Restoring): Promise<Done> {
  refuseUnless(rules.mayDo(staff, 'restore-text'), 'role')
  // The lock of what is served comes first: of two who restore, the second sees what the first one did.
  await lockAll(tx, sources)
  const last = await lastPublished(tx, textId)
  if (!last) throw new Refused('nothing-before')
  const { facts, texts: served } = await servedText(tx, sources, textId)
  refuseUnless(last.number === published && isSameText(served, last.texts), 'changed')
  const planned = await planAll(tx, sources, [{ textId, texts: changedFields(last.base, served) }])
  if ('problems' in planned) throw new Refused('problems', planned.problems)
  await planned.write()
  const before = (await listEditions(tx, textId)).find((each) => each.state === 'published' && isSameText(each.texts, last.base))
  const bringsBack = before?.number ?? null
  const number = await addEdition(tx, {
    textId,
    texts: last.base,
    base: served,
    bringsBack,
    author: staff,
    at: now,
    state: 'published',
    isRestore: true,
  })
  if (number === null) throw new Refused('changed')
  return {
    result: { kind: 'done', state: 'published', publishAt: now },
    outcome: 'done',
    detail: { version: number, 'instead of': last.number, ...beforeAndAfter(facts, served, last.base) },
  }
}

async function openAsSeen(tx: Database, textId: string, revision: number): Promise<Edition> {
  const open = await lockOpen(tx, textId)
  if (!open) throw new Refused('changed')
  refuseUnless(open.revision === revision, 'changed')
  return open
}

async function servedText(tx: Database, sources: Sources, textId: string): Promise<ServedText> {
  const found = (await sourceOf(sources, textId).read(tx)).get(textId)
  if (!found) throw new Refused('not-found')
  return found
}

function refuseUnless(condition: boolean, why: TextRefusal): asserts condition {
  if (!condition) throw new Refused(why)
}
