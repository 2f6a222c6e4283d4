import type { ConnectorId } from '#shared/connector-table.ts'
import type { AnswerTable } from '../../answer-fields.ts'
import type { AttemptRef, ConnectorContext, Webhook, Observation, PaymentConnector, RawRequest } from '../../payment-connector.ts'
import { aContext, anAttempt } from '../connector-testing.ts'
import { largest, smallest } from '#tests/protocols/make-messages.ts'
import type { ProtocolDocument } from '#tests/protocols/protocol-document.ts'
import { written } from '#tests/protocols/wire-texts.ts'
import { inXml } from './other-answers.ts'

/**
 * I19: every message that can report paid or refunded: a valid example, and how to pass it to its connector. For tests and docs/protocols.
 */

export type Body = Record<string, unknown>

/** The result of a message: a response, or a webhook; null for one that is ignored. */
export type Heard = { seen: Observation | { state: 'absent' } } | { webhook: Webhook } | null

export type AnswerCase = {
  /** The page that shows it. */
  page: string
  connector: ConnectorId
  title: string
  table: AnswerTable
  /** Null where no document exists. */
  document: ProtocolDocument | null
  /** The path of the table's fields. */
  within: string
  given: Body
  as: 'json' | 'xml'
  /** Why required fields that could distinguish payments are not compared. */
  notCompared?: Readonly<Record<string, string>>
  /** The field that reports paid or refunded. */
  decides: string
  read: (text: string) => Promise<Heard>
}

const TOKEN = '72983CAC-5DB1-4C7F-BD88-352066B71592'
/** The payment that was queried. */
export const KNOWN: AttemptRef = anAttempt({ providerRef: TOKEN, providerTxnId: 'MP1' })
export const REFUND = { ref: 'REFUND222222', amount: KNOWN.amount, reason: 'late' }
export const BASE_URL = 'https://provider.test'
export const TOKEN_ANSWER = [/\/oauth\//, '{"access_token":"t","expires_in":3600}'] as const

/** A provider that responds with one text per path, and 404 everywhere else. */
export function answering(answers: readonly (readonly [RegExp, string, number?])[]): ConnectorContext {
  const fetch: typeof globalThis.fetch = async (input) => {
    const found = answers.find(([path]) => path.test(input instanceof Request ? input.url : String(input)))
    return new Response(found?.[1] ?? 'no such page', { status: found ? (found[2] ?? 200) : 404 })
  }
  return { ...aContext(), fetch }
}

export async function asked(connector: PaymentConnector, context: ConnectorContext, attempt = KNOWN): Promise<Heard> {
  const seen = await connector.query?.(context, attempt)
  return seen ? { seen } : null
}

export async function askedForRefund(connector: PaymentConnector, context: ConnectorContext, attempt = KNOWN): Promise<Heard> {
  const seen = await connector.queryRefund?.(context, attempt, REFUND.ref)
  return seen ? { seen } : null
}

export async function heard({ parseWebhook }: PaymentConnector, request: RawRequest): Promise<Heard> {
  const webhook = parseWebhook?.(request)
  return typeof webhook === 'object' ? { webhook } : null
}

/** The valid message: with the document's required fields only, or with all its fields. */
export function bodyOf({ document, table, given }: AnswerCase, size: 'smallest' | 'largest'): Body {
  if (!document) return given
  const message = document.messages[table.message]
  if (!message) throw new Error(`no message is called ${table.message}`)
  return (size === 'smallest' ? smallest : largest)(message, given)
}

export function textOf({ as }: AnswerCase, body: Body): string {
  return as === 'json' ? JSON.stringify(body) : written(inXml(body), 'xml')
}
