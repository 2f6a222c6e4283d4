import { createHash } from 'node:crypto'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { AuditDetail } from '#features/audit/audit-entry.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import { createPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import { measureSms } from '#shared/measure-sms.ts'
import type { Staff } from '#shared/staff-role.ts'
import { visibleText } from '#shared/visible-text.ts'
import { answerProblem, type AnswerFrame, type AnswerProblem, type AnswerTemplate } from '../claim-answer.ts'
import { assignCase, closeLockedCase, lockCase, type LockedCase } from './claim-desk.store.ts'

export type ClaimRefusal = AnswerProblem | 'role' | 'not-found' | 'answered' | 'changed' | 'payment-changed' | 'not-staff' | 'key-used'
export type ClaimResult = { kind: 'done' } | { kind: 'refused'; why: ClaimRefusal }

/** What a person saw of a claim and of its payment; null from a shell, where nothing was seen before. */
export type SeenClaim = { version: number | null; mark: string }

type Act = 'answer-claim' | 'assign'
type Actor = Staff & { via: 'console' | 'command' }
type Asking = { staff: Actor; /** The idempotency key of the form. */ key: string; number: string }

export type ClaimDesk = {
  /** Closes a claim for good with an answer, which the visitor reads on the page of the payment and by SMS. */
  answer(asked: Asking & { answer: string; seen: SeenClaim | null }): Promise<ClaimResult>
  /** `to`: null sets it free. */
  assign(asked: Asking & { to: Staff | null; version: number | null }): Promise<ClaimResult>
  frame(claim: { number: string; language: Language }): Promise<AnswerFrame>
  /** With places for values, in the language of the claim or, where its texts about money are unchecked, in the operator's first. */
  templates(language: Language): Promise<(name: AnswerTemplate) => string>
}

/** Of the desk of staff acts: roles, keys that count once, and the mark of a payment. */
export type ActGuard = {
  mayDo(staff: Pick<Staff, 'roles'>, act: Act): boolean
  stateMark(state: PaymentState): string
  /** Null when the key is new; `other` when another act, or another person, used it. */
  claimKey(
    tx: Database,
    key: string,
    claim: { actorId: string; hash: string; act: Act; orderId: string; isEmergency: boolean; now: Date },
  ): Promise<object | 'other' | null>
  saveResult(tx: Database, key: string, result: { kind: 'done' }): Promise<void>
}

type Deps = {
  db: Database
  clock: Clock
  guard: ActGuard
  content: Pick<SiteContent, 'readAsWritten'>
  /** After the commit: the SMS is due. */
  onAnswered: () => void
}

/** Rolls the transaction back: nothing was done. */
class Refused extends Error {
  readonly why: ClaimRefusal
  constructor(why: ClaimRefusal) {
    super(why)
    this.why = why
  }
}

const ANSWER = '\u0000'

/** FIND-4, CON-4, CON-5: what staff do to claims, from the console and from a shell: once per key, on what was seen, with its audit entry. */
export function createClaimDesk(deps: Deps): ClaimDesk {
  const { content, clock, guard, onAnswered } = deps
  async function frame({ number, language }: { number: string; language: Language }): Promise<AnswerFrame> {
    const texts = await content.readAsWritten('find-translation', language)
    const [before = '', after = ''] = fillText(String(texts.sms_closed), { number, answer: ANSWER }).split(ANSWER)
    return { before, after }
  }
  return {
    frame,
    async templates(language) {
      const texts = await content.readAsWritten('find-translation', moneyLanguage(language))
      return (name) => String(texts[`answer_${name}`])
    },
    async answer({ answer: typed, seen, ...asked }) {
      const answer = visibleText(typed)
      const result = await once(deps, { ...asked, act: 'answer-claim', asked: [answer] }, async (tx, claim) => {
        if (claim.closedAt) throw new Refused('answered')
        if (seen && seen.version !== claim.version) throw new Refused('changed')
        if (seen && seen.mark !== (await markOf(deps, tx, claim.orderId))) throw new Refused('payment-changed')
        const around = await frame(claim)
        const problem = answerProblem(answer, around)
        if (problem) throw new Refused(problem)
        await closeLockedCase(tx, { id: claim.id, by: asked.staff.name, answer, now: clock.now() })
        return { answer, sms: measureSms(around.before + answer + around.after).parts }
      })
      if (result.kind === 'done') onAnswered()
      return result
    },
    assign: ({ to, version, ...asked }) =>
      once(deps, { ...asked, act: 'assign', asked: [to?.id ?? null] }, async (tx, claim) => {
        if (claim.closedAt) throw new Refused('answered')
        if (version !== claim.version) throw new Refused('changed')
        if (to && !guard.mayDo(to, 'answer-claim')) throw new Refused('not-staff')
        await assignCase(tx, claim.id, to)
        return { to: to?.name ?? null }
      }),
  }
}

type Step = Asking & { act: Act; asked: readonly (string | null)[] }

/** The key, the claim and the audit entry are one transaction. The row is locked: of two people at once, the second sees what the first did. */
async function once(
  { db, clock, guard }: Deps,
  { staff, key, number, act, asked }: Step,
  work: (tx: Database, claim: LockedCase) => Promise<AuditDetail>,
): Promise<ClaimResult> {
  const target = { kind: 'claim', id: number }
  try {
    await db.transaction().execute(async (tx) => {
      if (!guard.mayDo(staff, act)) throw new Refused('role')
      const claim = await lockCase(tx, number)
      if (!claim) throw new Refused('not-found')
      const hash = createHash('sha256')
        .update(JSON.stringify([act, number, ...asked]))
        .digest('base64url')
      const now = clock.now()
      const known = await guard.claimKey(tx, key, { actorId: staff.id, hash, act, orderId: claim.orderId, isEmergency: false, now })
      if (known === 'other') throw new Refused('key-used')
      if (known) return
      const detail = await work(tx, claim)
      await guard.saveResult(tx, key, { kind: 'done' })
      await appendAudit(tx, { actor: staff, act, outcome: 'done', target, detail: { ...detail, via: staff.via } })
    })
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await appendAudit(db, { actor: staff, act, outcome: 'refused', target, detail: { why: error.why, via: staff.via } })
    return { kind: 'refused', why: error.why }
  }
}

async function markOf({ clock, guard }: Deps, tx: Database, orderId: string): Promise<string | null> {
  const state = await createPaymentStore({ db: tx, clock, onChange: () => {} }).read(orderId)
  return state && guard.stateMark(state)
}
