import { noteProblem } from '#features/staff-acts/act-texts.ts'
import type { Actor } from '#features/staff-acts/desk-ports.ts'
import { mayApprove, mayDo, mayPropose } from '#features/staff-acts/roles.ts'
import {
  addPlainProposal,
  decidePlainProposal,
  expirePlainProposals,
  openPlainProposals,
  refuseOwnProposal,
  takePlainProposal,
  type PlainProposal,
} from '#features/staff-acts/server/plain-proposals.ts'
import { staffStep, StepRefusal, type StepResult } from '#features/staff-acts/server/staff-step.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { endProblem, type EndProblem } from '#shared/end-within-a-day.ts'
import {
  isKind,
  isService,
  isTemplate,
  MAX_SHOWN,
  townsHere,
  type AnnouncedService,
  type AnnouncementKind,
  type WordsByLanguage,
} from '../announcement-rules.ts'
import { wordsProblem, type WordsProblem } from '../own-words.ts'
import { insertAnnouncement, lockAnnouncements, readOpen, takeDown } from './announcement.store.ts'

export type AnnouncementRefusal =
  WordsProblem | EndProblem | 'role' | 'kind-unknown' | 'service-unknown' | 'town-unknown' | 'too-many' | 'not-shown'

type Asking = { staff: Actor; /** The idempotency key of the form. */ key: string }
/** As a form says it: nothing of it is believed. */
export type AskedAnnouncement = Asking & { kind: string; service: string; town: string | null; until: Date | null }

type AnnouncementRequest = {
  kind: AnnouncementKind
  service: AnnouncedService
  town: string | null
  endsAt: string
  words: WordsByLanguage
}
export type AnnouncementProposal = PlainProposal<AnnouncementRequest>

export type AnnouncementDesk = {
  /** A checked template: one person, at once. */
  publish(asked: AskedAnnouncement): Promise<StepResult>
  /** Own words: another person reads them first. */
  propose(asked: AskedAnnouncement & { words: WordsByLanguage }): Promise<StepResult>
  approve(asked: Asking & { proposal: number }): Promise<StepResult>
  reject(asked: Asking & { proposal: number; note: string }): Promise<StepResult>
  /** One person, at once. */
  takeDown(asked: Asking & { id: number }): Promise<StepResult>
  proposals(now: Date): Promise<AnnouncementProposal[]>
  /** Ends proposals whose day is over. */
  expire(): Promise<void>
}

type Deps = { db: Database; clock: Clock }

const PUBLISH = 'publish-announcement'
const REFERENCE = 'announcement'

/** CON-8: what visitors are told about an outage. */
export function createAnnouncementDesk(deps: Deps): AnnouncementDesk {
  const { db, clock } = deps
  return {
    publish: (asked) => publish(deps, asked),
    propose: (asked) => propose(deps, asked),
    approve: (asked) => approve(deps, asked),
    reject: (asked) => reject(deps, asked),
    takeDown: (asked) => remove(deps, asked),
    proposals: (now) => openPlainProposals(db, PUBLISH, now),
    expire: async () => void (await expirePlainProposals(db, [PUBLISH], clock.now())),
  }
}

function refuseUnless(condition: boolean, why: AnnouncementRefusal): void {
  if (!condition) throw new StepRefusal(why)
}

type Checked = { kind: AnnouncementKind; service: AnnouncedService; town: string | null; endsAt: Date }

function checked({ kind, service, town, until }: Omit<AskedAnnouncement, 'staff' | 'key'>, now: Date): Checked {
  if (!isKind(kind)) throw new StepRefusal('kind-unknown')
  if (!isService(service)) throw new StepRefusal('service-unknown')
  refuseUnless(town === null || townsHere().includes(town), 'town-unknown')
  const problem = endProblem(until, now)
  if (problem || until === null) throw new StepRefusal(problem ?? 'end-missing')
  return { kind, service, town, endsAt: until }
}

/** Of several people who publish at once, each sees what the one before did. */
async function refuseTooMany(tx: Database, now: Date): Promise<void> {
  await lockAnnouncements(tx)
  refuseUnless((await readOpen(tx, now)).length < MAX_SHOWN, 'too-many')
}

const targetOf = (id: number) => ({ kind: 'announcement', id: String(id) })
const detailOf = ({ kind, service, town, endsAt }: Checked) => ({ kind, service, town, until: endsAt.toISOString() })

/** For the log: what was said, in each language. */
function saidIn(words: WordsByLanguage): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([language, { title, text }]) => [`words_${language}`, `${title} – ${text}`]))
}

function publish(deps: Deps, { staff, key, ...asked }: AskedAnnouncement): Promise<StepResult> {
  const step = { staff, key, act: PUBLISH, target: null, asked: ['template', asked.kind, asked.service, asked.town, asked.until] } as const
  return staffStep(deps, step, async (tx, now) => {
    refuseUnless(mayDo(staff, PUBLISH), 'role')
    const made = checked(asked, now)
    refuseUnless(isTemplate(made.kind), 'kind-unknown')
    await refuseTooMany(tx, now)
    const id = await insertAnnouncement(tx, { ...made, words: null, startsAt: now, by: staff, approvedBy: null })
    return { result: { kind: 'done' }, outcome: 'done', detail: { ...detailOf(made), template: true }, target: targetOf(id) }
  })
}

function propose(deps: Deps, { staff, key, words, ...asked }: AskedAnnouncement & { words: WordsByLanguage }): Promise<StepResult> {
  const step = {
    staff,
    key,
    act: PUBLISH,
    target: null,
    asked: ['own', asked.kind, asked.service, asked.town, asked.until, words],
  } as const
  return staffStep(deps, step, async (tx, now) => {
    refuseUnless(mayPropose(staff, PUBLISH), 'role')
    const made = checked(asked, now)
    const problem = wordsProblem(words)
    if (problem) throw new StepRefusal(problem)
    const request = { ...made, endsAt: made.endsAt.toISOString(), words }
    const proposal = await addPlainProposal(tx, { act: PUBLISH, reference: REFERENCE, request, mark: '', by: staff, now })
    return { result: { kind: 'proposed', proposal }, outcome: 'proposed', detail: { proposal, ...detailOf(made), ...saidIn(words) } }
  })
}

/** The words are judged again: rules may have become stricter, and the row is not believed either. */
function approve(deps: Deps, { staff, key, proposal: id }: Asking & { proposal: number }): Promise<StepResult> {
  const step = { staff, key, act: PUBLISH, target: null, asked: ['approve', id] } as const
  return staffStep(deps, step, async (tx, now) => {
    const proposal = await takePlainProposal<AnnouncementRequest>(tx, { id, act: PUBLISH, now })
    refuseOwnProposal(staff, PUBLISH, proposal)
    const { words, endsAt, ...said } = proposal.request
    const made = checked({ ...said, until: new Date(endsAt) }, now)
    const problem = wordsProblem(words)
    if (problem) throw new StepRefusal(problem)
    await refuseTooMany(tx, now)
    const shown = await insertAnnouncement(tx, { ...made, words, startsAt: now, by: proposal.proposedBy, approvedBy: staff })
    await decidePlainProposal(tx, { id, state: 'approved', by: staff, note: null, now })
    const detail = { proposal: id, ...detailOf(made), ...saidIn(words) }
    return { result: { kind: 'done' }, outcome: 'approved', detail, target: targetOf(shown) }
  })
}

function reject(deps: Deps, { staff, key, proposal: id, note }: Asking & { proposal: number; note: string }): Promise<StepResult> {
  const step = { staff, key, act: PUBLISH, target: null, asked: ['reject', id, note] } as const
  return staffStep(deps, step, async (tx, now) => {
    const { proposedBy } = await takePlainProposal(tx, { id, act: PUBLISH, now })
    refuseUnless(staff.id === proposedBy.id || mayApprove(staff, PUBLISH, proposedBy.id), 'role')
    const problem = noteProblem(note)
    if (problem) throw new StepRefusal(problem)
    await decidePlainProposal(tx, { id, state: 'rejected', by: staff, note, now })
    return { result: { kind: 'done' }, outcome: 'rejected', detail: { proposal: id, note } }
  })
}

function remove(deps: Deps, { staff, key, id }: Asking & { id: number }): Promise<StepResult> {
  const step = { staff, key, act: 'take-down-announcement', target: targetOf(id), asked: [id] } as const
  return staffStep(deps, step, async (tx, now) => {
    refuseUnless(mayDo(staff, 'take-down-announcement'), 'role')
    refuseUnless(await takeDown(tx, id, { by: staff.name, now }), 'not-shown')
    return { result: { kind: 'done' }, outcome: 'done', detail: { before: 'shown', after: 'taken down' } }
  })
}
