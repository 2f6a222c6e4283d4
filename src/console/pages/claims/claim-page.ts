import { answerTemplates } from '#features/find-payment/claim-answer.ts'
import { RIGHT_NUMBER } from '#features/find-payment/server/claims.ts'
import { readRightNumber } from '#features/find-payment/server/case.store.ts'
import { stateMark } from '#features/staff-acts/payment-acts.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Staff } from '#shared/staff-role.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { listClaims, readClaim, type ClaimList, type ShownClaim } from '../../queries/claim-list.ts'
import { readPaymentDetails } from '../../queries/payment-details.ts'
import { readPayments } from '../../queries/payment-list.ts'
import { staffAtWork } from '../../queries/staff-at-work.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import { seeNumberAct } from '../../see-number.ts'
import type { FilledTemplate } from './claim-props.ts'
import { answerResult, refusedClaim } from './claim-results.ts'
import { claimTexts } from './claim-texts.ts'
import { claimsTexts } from './claims-texts.ts'
import { claimCounts } from './claims-page.ts'
import { booksOf, templateValues } from './claim-books.ts'

export const claimPage = consolePage({
  path: '/claims/:number',
  menu: 'claims',
  mayRead: PAYMENT_READERS,
  view: 'claim',
  async load(request) {
    const { deps, now, language, staff } = request
    const claim = await readClaim(deps.db, numberIn(request))
    if (!claim) return { kind: 'not-found' }
    const list: ClaimList = claim.closedAt ? 'answered' : 'open'
    const [details, rows, page, counts, frame, colleagues, fullUntil] = await Promise.all([
      readPaymentDetails({ db: deps.db, store: deps.payments.store }, claim.reference),
      readPayments(deps.db, [claim.orderId]),
      listClaims(deps.db, { list, before: null }, now),
      claimCounts({ deps, now }),
      deps.claims.frame(claim),
      claim.closedAt ? [] : staffAtWork(deps.db, 'answer-claim', now),
      request.fullNumberUntil({ kind: 'claim', id: claim.number }),
    ])
    const [row] = rows
    if (!row || !details) return { kind: 'not-found' }
    const templates = claim.closedAt ? [] : await filledTemplates(request, claim, { row, details })
    const chosen = templates.find(({ name }) => name === request.url.searchParams.get('template'))
    const rightNumber = fullUntil && claim.hasRightNumber ? await openRightNumber(request, claim) : null
    const mark = stateMark(details.state)
    const shown = { claim, list, page, counts, row, details, mark, frame, templates, text: chosen?.text ?? '' }
    const others = colleagues.filter(({ id }) => id !== staff.id && id !== claim.assignee?.id)
    return {
      kind: 'page',
      title: `${claim.number} · ${claimsTexts(language).title}`,
      props: { ...shown, others, fullUntil, rightNumber, now },
    }
  },
  acts: {
    number: seeNumberAct((request) => ({ kind: 'claim', id: numberIn(request) })),
    assign: { act: 'assign', run: assign },
    answer: { act: 'answer-claim', run: answer },
    count: { act: 'answer-claim', run: count },
  },
})

function numberIn({ params }: Pick<ConsoleRequest, 'params'>): string {
  return (params.number ?? '').toUpperCase()
}

/** Those that are true of the payment now, in the language of the visitor. */
async function filledTemplates(
  { deps }: ConsoleRequest,
  { kind, language }: ShownClaim,
  about: Parameters<typeof templateValues>[0],
): Promise<FilledTemplate[]> {
  const textOf = await deps.claims.templates(language)
  const values = templateValues(about, language)
  return answerTemplates(kind, booksOf(about)).map((name) => ({ name, text: fillText(textOf(name), values) }))
}

/** CLAIM-1: the claim records who read it. */
async function openRightNumber({ deps, staff }: ConsoleRequest, { number }: ShownClaim): Promise<string | null> {
  const encrypted = await readRightNumber(deps.db, { number, by: staff.name.slice(0, 60) })
  return encrypted === null ? null : deps.cipher.decrypt(RIGHT_NUMBER, encrypted)
}

async function answer(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, staff, language } = request
  const number = numberIn(request)
  const seen = { version: form.version, mark: form.get('seen') }
  const asked = { staff: { ...staff, via: 'console' as const }, key: form.idempotencyKey, number, answer: form.get('answer'), seen }
  const texts = claimTexts(language)
  return answerResult(await deps.claims.answer(asked), { language, to: `/claims/${number}`, title: texts.sent, text: texts.sentText })
}

/** Without script: the page counts what was typed. */
async function count({ language }: ConsoleRequest): Promise<ActResult> {
  return { kind: 'refused', status: 200, notice: { tone: 'info', title: claimTexts(language).counted } }
}

async function assign(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, staff, language } = request
  const number = numberIn(request)
  const to = await assigneeIn(request, form.get('to'))
  if (to === undefined) return refusedClaim('not-staff', language)
  const asked = { staff: { ...staff, via: 'console' as const }, key: form.idempotencyKey, number, to, version: form.version }
  const texts = claimTexts(language)
  const title = to ? fillText(texts.assigned, { name: to.name }) : texts.freed
  return answerResult(await deps.claims.assign(asked), { language, to: `/claims/${number}`, title })
}

/** Null sets it free; undefined for a person who is not signed in, or answers no claims. */
async function assigneeIn({ deps, staff, now }: ConsoleRequest, to: string): Promise<Staff | null | undefined> {
  if (to === '') return null
  if (to === 'me') return staff
  return (await staffAtWork(deps.db, 'answer-claim', now)).find(({ id }) => id === to)
}
