import type { TicketState } from '#portal/ui/ticket/ticket.tsx'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { boughtKind } from '../bought-kind.ts'
import type { TransactionDetails } from '../contract.ts'

type Texts = ContentPackages['payment-translation']
type Result = { over: string; title: string; tone?: 'good' | 'back'; stub: { state: TicketState; word: string } }

/** STAT-1, STAT-5: the specification's words for the status, above them what it means to who paid; the stub says the same in one word. */
export function resultWords(details: TransactionDetails, texts: Texts): Omit<Result, 'stub'> {
  return resultOf(details, texts)
}

export function stubOf(details: TransactionDetails, texts: Texts): Result['stub'] {
  return resultOf(details, texts).stub
}

/** RCPT-4: for whoever knows no more of a payment than that. */
export function checkedWords(
  known: Pick<TransactionDetails, 'status' | 'money' | 'transactionType'>,
  texts: Texts,
): { title: string; isDone: boolean } {
  const { title, stub } = resultOf({ ...known, left: null, approveUntil: null }, texts)
  return { title, isDone: stub.state === 'done' }
}

type Known = Pick<TransactionDetails, 'status' | 'left' | 'money' | 'approveUntil' | 'transactionType'>

function resultOf({ status, left, money, approveUntil, transactionType }: Known, texts: Texts): Result {
  const kind = boughtKind(transactionType)
  if (left === 'cancelled') return { over: texts.statusLeft, title: texts.title_left, stub: { state: 'failed', word: texts.stub_left } }
  if (left) return { over: texts.statusFailed, title: texts.title_left, stub: { state: 'failed', word: texts.stub_failed } }
  switch (status) {
    case 'SUCCESS':
      return { over: texts.statusSuccess, title: texts[`title_done_${kind}`], stub: { state: 'done', word: texts[`stub_done_${kind}`] } }
    case 'FAILED':
    case 'FALIURE':
    case 'CANCELLED':
      // STAT-5: money that comes back is not the same as money that never left.
      if (money === 'given-back')
        return {
          over: texts.statusReturned,
          title: texts.title_returned,
          tone: 'back',
          stub: { state: 'returned', word: texts.stub_returned },
        }
      if (money === 'coming-back')
        return {
          over: texts.statusReturning,
          title: texts.title_returning,
          tone: 'back',
          stub: { state: 'returned', word: texts.stub_returning },
        }
      if (money === 'not-taken')
        return { over: texts.statusFailed, title: texts.title_failed, tone: 'good', stub: { state: 'failed', word: texts.stub_failed } }
      return { over: texts.statusFailed, title: texts.title_checking, stub: { state: 'review', word: texts.stub_review } }
    default:
      // REQUEST_REGISTERED, REQUEST_RAISED, IN_PROCESS, ALREADY_PROCESSED, and whatever may come: never a guess about the end.
      return openResult(money, approveUntil !== null, texts)
  }
}

function openResult(money: string, isOnPhone: boolean, texts: Texts): Result {
  const running = { state: 'running', word: texts.stub_running } as const
  if (isOnPhone) return { over: texts.pushTitle, title: texts.title_onPhone, stub: { state: 'running', word: texts.stub_waiting } }
  switch (money) {
    case 'being-checked':
    case 'held':
      return { over: texts.statusProcessing, title: texts.title_checking, stub: { state: 'review', word: texts.stub_review } }
    case 'taken':
      return { over: texts.statusProcessing, title: texts.title_taken, stub: running }
    case 'coming-back':
      return {
        over: texts.statusProcessing,
        title: texts.title_returning,
        tone: 'back',
        stub: { state: 'returned', word: texts.stub_returning },
      }
    default:
      return { over: texts.statusProcessing, title: texts.title_waiting, stub: running }
  }
}
