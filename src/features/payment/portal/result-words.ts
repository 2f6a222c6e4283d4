import type { TicketState } from '#portal/ui/ticket/ticket.tsx'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { boughtKind } from '../bought-kind.ts'
import type { TransactionDetails } from '../contract.ts'

type Texts = ContentPackages['payment-translation']
type Result = { over: string; title: string; tone?: 'good' | 'back'; stub: { state: TicketState; word: string } }

/** STAT-1, STAT-5: the specification's name of the status, with its meaning for the payer above; the stub shows it as one word. */
export function resultWords(details: TransactionDetails, texts: Texts): Omit<Result, 'stub'> {
  return resultOf(details, texts)
}

export function stubOf(details: TransactionDetails, texts: Texts): Result['stub'] {
  return resultOf(details, texts).stub
}

/** RCPT-4: for a reader who knows nothing else about a payment. */
export function checkedWords(
  known: Pick<TransactionDetails, 'status' | 'money' | 'transactionType'>,
  texts: Texts,
): { title: string; isDone: boolean } {
  const { title, stub } = resultOf({ ...known, left: null, approveUntil: null }, texts)
  return { title, isDone: stub.state === 'done' }
}

type Known = Pick<TransactionDetails, 'status' | 'left' | 'money' | 'approveUntil' | 'transactionType'>

type Told = readonly [over: keyof Texts, title: keyof Texts, state: TicketState, word: keyof Texts, tone?: 'good' | 'back']

const LEFT: Told = ['statusFailed', 'title_left', 'failed', 'stub_failed']

/** By the state of the money. STAT-5: refunded money differs from money that was never taken. */
const FAILED: Partial<Record<Known['money'], Told>> = {
  'given-back': ['statusReturned', 'title_returned', 'returned', 'stub_returned', 'back'],
  'coming-back': ['statusReturning', 'title_returning', 'returned', 'stub_returning', 'back'],
  'not-taken': ['statusFailed', 'title_failed', 'failed', 'stub_failed', 'good'],
  'other-way': LEFT,
}

const OPEN: Partial<Record<Known['money'], Told>> = {
  'being-checked': ['statusProcessing', 'title_checking', 'review', 'stub_review'],
  held: ['statusProcessing', 'title_checking', 'review', 'stub_review'],
  'other-way': LEFT,
  taken: ['statusProcessing', 'title_taken', 'running', 'stub_running'],
  'coming-back': ['statusProcessing', 'title_returning', 'returned', 'stub_returning', 'back'],
}

function resultOf(known: Known, texts: Texts): Result {
  const [over, title, state, word, tone] = toldOf(known)
  return { over: texts[over], title: texts[title], ...(tone && { tone }), stub: { state, word: texts[word] } }
}

function toldOf({ status, left, money, approveUntil, transactionType }: Known): Told {
  const kind = boughtKind(transactionType)
  if (left) return left === 'cancelled' ? ['statusLeft', 'title_left', 'failed', 'stub_left'] : LEFT
  switch (status) {
    case 'SUCCESS':
      return ['statusSuccess', `title_done_${kind}`, 'done', `stub_done_${kind}`]
    case 'FAILED':
    case 'FALIURE':
    case 'CANCELLED':
      return FAILED[money] ?? ['statusFailed', 'title_checking', 'review', 'stub_review']
    default:
      // REQUEST_REGISTERED, REQUEST_RAISED, IN_PROCESS, ALREADY_PROCESSED, and any future value: never a guess about the end.
      if (approveUntil !== null) return ['pushTitle', 'title_onPhone', 'running', 'stub_waiting']
      return OPEN[money] ?? ['statusProcessing', 'title_waiting', 'running', 'stub_running']
  }
}
