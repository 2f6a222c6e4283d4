import { OPERATOR } from '#operator-record'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { consolePage } from '../../console-page.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import { nextReviewAfter } from '../../queries/review-list.ts'
import { seeNumberAct } from '../../see-number.ts'
import { readPayments } from '../../queries/payment-list.ts'
import { shownReference } from '../words/payment-words.ts'
import { answerTo } from './act-answers.ts'
import { paymentPageTexts } from './payment-texts.ts'
import { readPayment } from './read-payment.ts'

export const paymentPage = consolePage({
  path: '/payments/:reference',
  menu: 'payments',
  mayRead: PAYMENT_READERS,
  view: 'payment',
  async load(request) {
    const { deps, now, language, params } = request
    const atHand = await readPayment(request)
    if (!atHand) return { kind: 'not-found' }
    const { order } = atHand.details.state
    const [rows, notes, assignees, messages, visitor, nextReview, fullUntil, people] = await Promise.all([
      readPayments(deps.db, [order.id]),
      deps.staff.notes(order.id),
      deps.staff.assignees([order.id]),
      deps.payments.readMessages(order.id),
      deps.payments.readVisitorPage(order.id, language).catch(() => null),
      nextReviewAfter(deps.db, order.id),
      request.fullNumberUntil({ kind: 'payment', id: order.reference }),
      deps.staff.people(),
    ])
    const [row] = rows
    if (!row) return { kind: 'not-found' }
    const assignee = assignees.get(order.id) ?? null
    const shown = { notes, assignee, people, messages, visitor, nextReview, fullUntil, webhookDays: OPERATOR.law.keptDays.webhooks, now }
    return { kind: 'page', title: shownReference(params.reference ?? ''), props: { row, ...atHand, ...shown } }
  },
  acts: {
    number: seeNumberAct(({ params }) => ({ kind: 'payment', id: params.reference ?? '' })),
    note: { act: 'add-note', run: addNote },
    assign: { act: 'assign', run: assign },
  },
})

async function addNote(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, staff, params, language } = request
  const reference = params.reference ?? ''
  const done = await deps.staff.addNote({ staff, key: form.idempotencyKey, reference, note: form.get('note') })
  return answerTo(done, { language, to: `/payments/${reference}`, title: paymentPageTexts(language).noted })
}

async function assign(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, staff, params, language } = request
  const reference = params.reference ?? ''
  const to = form.get('to') || null
  const done = await deps.staff.assign({ staff, key: form.idempotencyKey, references: [reference], to })
  const texts = paymentPageTexts(language)
  return answerTo(done, {
    language,
    to: `/payments/${reference}`,
    title: to === null ? texts.freed : to === staff.id ? texts.assigned : texts.assignedOther,
  })
}
