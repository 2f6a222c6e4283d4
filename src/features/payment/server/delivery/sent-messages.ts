import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { payerNumber, type Message } from '../../engine/messages.ts'
import type { MessageKind } from '../../engine/records.ts'
import type { OrderExtras, PostgresPaymentStore } from '../orders/payment.store.ts'
import type { PaymentState } from '../../engine/records.ts'
import { messageText } from './payment-messages.ts'

/** An SMS that counts as sent, and the number it went to. */
export type SentMessage = { kind: MessageKind; to: string | null; text: string }

const KINDS: Readonly<Record<MessageKind, true>> = {
  delivered: true,
  paid: true,
  failed: true,
  refunding: true,
  refunded: true,
  'paid-twice': true,
}

/**
 * The SMS of a payment, as its texts are written now: what was sent is not stored. In the language of the payer; a line with another payer may
 * have its own.
 */
export async function readSentMessages(
  { store, content }: { store: Pick<PostgresPaymentStore, 'readWithExtras'>; content: Pick<SiteContent, 'readAsWritten'> },
  orderId: string,
): Promise<SentMessage[]> {
  const kept = await store.readWithExtras(orderId)
  return kept ? writeMessages(content, kept, messagesSent(kept.state)) : []
}

export async function writeMessages(
  content: Pick<SiteContent, 'readAsWritten'>,
  kept: { state: PaymentState; extras: OrderExtras },
  messages: readonly Message[],
): Promise<SentMessage[]> {
  const { language } = kept.extras
  const texts = await content.readAsWritten('payment-translation', language)
  return messages.map((message) => ({
    kind: message.kind,
    to: message.attempt ? payerNumber(message.attempt) : kept.state.order.delivery.msisdn,
    text: messageText(texts, message, kept, language),
  }))
}

/** `kind` alone is the line's, unless a payer has one of the same kind: `withTold` writes both. */
function messagesSent({ order, attempts }: PaymentState): Message[] {
  const names = order.messagesSent
  return names.flatMap((name): Message[] => {
    const [kind = '', attemptId] = name.split(':')
    if (!isMessageKind(kind)) return []
    if (attemptId === undefined) return names.some((other) => other.startsWith(`${kind}:`)) ? [] : [{ kind, attempt: null }]
    const attempt = attempts.find(({ id }) => id === attemptId)
    return attempt ? [{ kind, attempt }] : []
  })
}

function isMessageKind(word: string): word is MessageKind {
  return Object.hasOwn(KINDS, word)
}
