import { CONNECTORS, hasOtherPayers } from '#shared/connector-table.ts'
import { isClosedUnpaid } from './attempt-states.ts'
import { publicStatus } from './public-status.ts'
import type { Attempt, MessageKind, Order, PaymentState, Refund } from './records.ts'

/** MSG-1: `attempt` names the payer to notify; null: the line that received the purchase. */
export type Message = { kind: MessageKind; attempt: Attempt | null }

/** The next SMS to send, if any. */
export function messageDue(state: PaymentState): Message | null {
  return messagesOwed(state).find((message) => !isTold(state.order, message)) ?? null
}

/** The payer's SMS goes first: once the line has its own, the previous version would not write to the payer any more. */
function messagesOwed(state: PaymentState): Message[] {
  const isDone = state.order.fulfilment === 'DONE'
  return [...(isDone ? aboutPurchase(state) : aboutRefusals(state)), ...aboutRefunds(state)]
}

/** One SMS where payer and line are the same number. */
function aboutPurchase({ order, attempts }: PaymentState): Message[] {
  const { msisdn } = order.delivery
  const winner = attempts.find(({ isWinner }) => isWinner)
  const isPaidByOther = winner && payerNumber(winner) !== null && payerNumber(winner) !== msisdn
  return [
    ...(isPaidByOther ? [{ kind: 'paid', attempt: winner } as const] : []),
    ...(msisdn === null ? [] : [{ kind: 'delivered', attempt: null } as const]),
  ]
}

function aboutRefunds({ attempts, refunds }: PaymentState): Message[] {
  return refunds.flatMap((refund) => {
    const attempt = attempts.find(({ id }) => id === refund.attemptId)
    return attempt && payerNumber(attempt) ? [{ kind: refundMessage(refund), attempt }] : []
  })
}

function refundMessage({ state, cause }: Refund): MessageKind {
  if (state === 'DONE') return 'refunded'
  return cause === 'duplicate' ? 'paid-twice' : 'refunding'
}

/** Once no attempt is open: one SMS for each uncharged number, about its last attempt that the payer did not end. */
function aboutRefusals({ attempts }: PaymentState): Message[] {
  const isOver = ({ state, doubt }: Attempt) => doubt === null && (isClosedUnpaid(state) || state === 'REFUNDING' || state === 'REFUNDED')
  if (!attempts.every(isOver)) return []
  return attempts.flatMap((attempt) => {
    const ofNumber = attempts.filter((each) => payerNumber(each) === payerNumber(attempt))
    const isOwed = payerNumber(attempt) !== null && ofNumber.findLast((each) => !isOwnCancel(each)) === attempt
    return isOwed && ofNumber.every(({ state }) => isClosedUnpaid(state)) ? [{ kind: 'failed', attempt }] : []
  })
}

/** The payer pressed "no" and needs no SMS. A sent PIN was an order to pay, whatever end the wallet reports. */
function isOwnCancel({ state, secretsSent }: Attempt): boolean {
  return state === 'CANCELLED' && secretsSent === 0
}

/** The paying number, where known. For a card `payer` holds the line itself, because no source tells who owns the card. */
export function payerNumber({ connector, payer }: Attempt): string | null {
  return CONNECTORS[connector].paymentMode === 'PAYMENT_GATEWAY' ? null : payer.msisdn
}

/** MSG-2: the SMS goes to a phone whose owner did nothing: a request was sent to it and never accepted. Anyone can cause one. */
export function isUnasked({ attempt }: Message): boolean {
  return attempt !== null && !hasActed(attempt)
}

/** A code was entered, a PIN was entered, or the request was approved. */
function hasActed({ connector, secretsSent, state, isWinner }: Attempt): boolean {
  return isWinner || CONNECTORS[connector].payerProof === 'code' || secretsSent > 0 || hasPaid(state)
}

function hasPaid(state: Attempt['state']): boolean {
  return state === 'PAID' || state === 'REFUNDING' || state === 'REFUNDED'
}

/** MSG-2: whether the SMS of the last day leave room for one more. */
export function mayRing(sentAt: readonly Date[], now: Date, most: { inHour: number; inDay: number }): boolean {
  const within = (hours: number) => sentAt.filter((at) => now.getTime() - at.getTime() < hours * 3_600_000).length
  return within(1) < most.inHour && within(24) < most.inDay
}

/** MSG-1: whether the payer will get an SMS about the next steps, so that a page may say so. */
export function promisesSms(state: PaymentState, now: Date): boolean {
  const concerned = concernedAttempts(state, now)
  return concerned.length > 0 && concerned.every((attempt) => isReachable(attempt) && hasActed(attempt))
}

function concernedAttempts(state: PaymentState, now: Date): readonly Attempt[] {
  const { attempts } = state
  switch (publicStatus(state, now).money) {
    case 'taken':
      return attempts.filter(({ isWinner }) => isWinner)
    case 'coming-back':
    case 'second-coming-back':
      return attempts.filter((attempt) => attempt.state === 'REFUNDING')
    case 'being-confirmed':
      // When an earlier attempt is open too, or was refunded, the end of the last one may need no SMS of its own.
      return attempts.slice(0, -1).every((attempt) => isClosedUnpaid(attempt.state)) ? attempts.slice(-1) : []
    default:
      return []
  }
}

/** Where payers need not be the operator's customers, it is unknown whether our SMS centre serves the number. */
function isReachable(attempt: Attempt): boolean {
  return payerNumber(attempt) !== null && !hasOtherPayers(CONNECTORS[attempt.connector].paymentMode)
}

/** A kind alone means the line, or the previous version, which wrote to one number about everything. */
export function isTold({ messagesSent }: Order, { kind, attempt }: Message): boolean {
  if (!attempt) return messagesSent.includes(kind)
  if (messagesSent.includes(nameOf(kind, attempt))) return true
  if (kind === 'paid') return messagesSent.includes('delivered')
  return messagesSent.includes(kind) && !messagesSent.some((name) => name.startsWith(`${kind}:`))
}

/** The kind alone is written too: otherwise the previous version would write to the line. */
export function withTold(order: Order, { kind, attempt }: Message): Order {
  const names = attempt ? [kind, nameOf(kind, attempt)] : [kind]
  return { ...order, messagesSent: [...new Set([...order.messagesSent, ...names])] }
}

function nameOf(kind: MessageKind, { id }: Attempt): string {
  return `${kind}:${id}`
}
