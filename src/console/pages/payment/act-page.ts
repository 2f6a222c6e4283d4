import { parseMoney } from '#shared/money.ts'
import { RESOLUTIONS } from '#features/payment/engine/resolve-review.ts'
import { needsTwo, type PaymentAct, type PaymentActRequest } from '#features/staff-acts/payment-acts.ts'
import type { ConsolePage } from '../../console-page.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import type { ActResult, ConsoleAct, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { consolePage } from '../../console-page.ts'
import { shownReference } from '../words/payment-words.ts'
import { answerTo, refusalOf } from './act-answers.ts'
import { stepsOf } from './act-steps.ts'
import { actTexts } from './act-texts.ts'
import { readPayment, type PaymentAtHand } from './read-payment.ts'

const ACTS: readonly PaymentAct[] = [
  'ask-again',
  'refund',
  'refund-delivered',
  'deliver-again',
  'resend-receipt',
  'close-review',
  'retry-failed',
]
const BY_TWO: ReadonlySet<PaymentAct> = new Set(['refund', 'refund-delivered', 'deliver-again', 'close-review'])

/** One page for each act: what will happen, in order, before it happens; and the approval of what another person proposed. */
export const actPages: readonly ConsolePage[] = ACTS.map((act) =>
  consolePage({
    path: `/payments/:reference/${act}`,
    menu: 'payments',
    mayRead: PAYMENT_READERS,
    view: 'payment-act',
    load: (request) => load(request, act),
    acts: { do: { act, run: (request, form) => perform(request, form, act) }, ...(BY_TWO.has(act) && decisions(act)) },
  }),
)

function decisions(act: PaymentAct): Record<string, ConsoleAct> {
  return { approve: { act, run: approve }, reject: { act, run: reject } }
}

async function load(request: ConsoleRequest, act: PaymentAct) {
  const atHand = await readPayment(request)
  if (!atHand) return { kind: 'not-found' as const }
  const { language, url, deps, now } = request
  const { details, offers } = atHand
  const proposal = atHand.proposal?.act === act ? atHand.proposal : null
  const attemptId = attemptOf(act, atHand, url.searchParams.get('attempt'))
  const steps = stepsOf({ act, state: details.state, offers, attemptId, isApproval: proposal !== null, language })
  const shown = await Promise.all(
    steps.map(async ({ sms, ...step }) => ({ ...step, sms: sms ? await deps.payments.previewMessage(details, sms) : null })),
  )
  const title = `${actTexts(language)[act]} · ${shownReference(details.state.order.reference)}`
  return {
    kind: 'page' as const,
    title,
    props: { act, ...atHand, proposal, other: proposal ? null : atHand.proposal, attemptId, steps: shown, now },
  }
}

/** The attempt of a refund: the one that was chosen, was proposed, or is the only one that can go back. */
function attemptOf(act: PaymentAct, { details, offers, proposal }: PaymentAtHand, chosen: string | null): string | null {
  if (act !== 'refund' && act !== 'refund-delivered') return null
  if (proposal && proposal.act === act && 'attemptId' in proposal.request) return proposal.request.attemptId
  const { attempts } = details.state
  const open = offers.refunds.find((each) => each[act].isOpen)?.attemptId
  const known = attempts.find(({ id }) => id === chosen)?.id
  return known ?? open ?? attempts.find(({ isWinner }) => isWinner)?.id ?? attempts.at(-1)?.id ?? null
}

/** One person does it, or proposes what needs two. */
async function perform(request: ConsoleRequest, form: ConsoleForm, act: PaymentAct): Promise<ActResult> {
  const { deps, staff, params, language } = request
  const reference = params.reference ?? ''
  const asked = readRequest(act, form)
  if (!asked) return refusalOf('resolution-not-true', language)
  const about = {
    staff: { ...staff, via: 'console' as const },
    key: form.idempotencyKey,
    reference,
    request: asked,
    seen: form.get('seen'),
  }
  const result = needsTwo(asked) ? await deps.staff.desk.propose(about) : await deps.staff.desk.perform(about)
  return answerTo(result, {
    language,
    to: `/payments/${reference}`,
    title: actTexts(language).done,
    text: doneText(act, result.kind, language),
  })
}

function doneText(act: PaymentAct, kind: string, language: ConsoleRequest['language']): string {
  const texts = actTexts(language)
  const known: Partial<Record<string, string>> = texts
  return (kind === 'proposed' ? texts.done_proposed : known[`done_${act}`]) ?? ''
}

/** Null for a form that no page of ours sends. */
function readRequest(act: PaymentAct, form: ConsoleForm): PaymentActRequest | null {
  const note = form.get('note')
  const typed = (name: string) => form.get(name) || null
  switch (act) {
    case 'ask-again':
    case 'resend-receipt':
    case 'retry-failed':
      return { act }
    case 'deliver-again':
      return { act, note }
    case 'refund':
      return { act, note, attemptId: form.get('attempt'), providerNumber: typed('providerNumber') }
    case 'refund-delivered':
      return { act, note, attemptId: form.get('attempt'), providerNumber: typed('providerNumber'), reversal: typed('reversal') }
    case 'close-review': {
      const as = RESOLUTIONS.find((each) => each === form.get('as'))
      return as ? { act, as, note } : null
    }
  }
}

/** CON-3: the approver reads what will happen, and types the amount that goes back. */
async function approve(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, staff, params, language } = request
  const texts = actTexts(language)
  const amount = form.get('amount')
  const currency = form.get('currency')
  const typed = amount === '' ? null : parseMoney(amount, language, currency)
  if (amount !== '' && typed === null)
    return { kind: 'refused', status: 422, notice: { tone: 'bad', title: texts.notDone, text: texts.amountUnreadable } }
  const result = await deps.staff.desk.approve({
    staff: { ...staff, via: 'console' },
    key: form.idempotencyKey,
    proposal: Number(form.get('proposal')),
    seen: form.get('seen'),
    typedAmount: typed?.minor ?? null,
  })
  return answerTo(result, { language, to: `/payments/${params.reference}`, title: texts.done, text: texts.done_approved })
}

async function reject(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, staff, params, language } = request
  const texts = actTexts(language)
  const asked = {
    staff: { ...staff, via: 'console' as const },
    key: form.idempotencyKey,
    proposal: Number(form.get('proposal')),
    note: form.get('note'),
  }
  const result = await deps.staff.desk.reject(asked)
  return answerTo(result, { language, to: `/payments/${params.reference}`, title: texts.done, text: texts.done_rejected })
}
