import { readFileSync, writeFileSync } from 'node:fs'
import { DARAJA } from '../src/payment-connectors/testing/documents/daraja-document.ts'
import { DPO } from '../src/payment-connectors/testing/documents/dpo-document.ts'
import { GSMA_MONEY } from '../src/payment-connectors/testing/documents/gsma-money-document.ts'
import { PAYSTACK } from '../src/payment-connectors/testing/documents/paystack-document.ts'
import type { Call, Fields, Message, ProtocolDocument, Value } from '../src/payment-connectors/testing/documents/protocol-document.ts'
import { TINGG } from '../src/payment-connectors/testing/documents/tingg-document.ts'

/** The pages of docs/protocols that have tables behind them. UBA has no document, and so none. */
export const PROTOCOL_PAGES: Readonly<Record<string, ProtocolDocument>> = {
  'docs/protocols/gsma-money.md': GSMA_MONEY,
  'docs/protocols/paystack.md': PAYSTACK,
  'docs/protocols/daraja.md': DARAJA,
  'docs/protocols/dpo.md': DPO,
  'docs/protocols/tingg.md': TINGG,
}

/** A page with its messages as the tables have them, at its end when it has none yet. */
export function withMessages(page: string, document: ProtocolDocument): string {
  const section = `<!-- messages -->\n\n${messagesOf(document)}\n\n<!-- /messages -->`
  const begun = /<!-- messages -->.*<!-- \/messages -->/s
  return begun.test(page) ? page.replace(begun, () => section) : `${page.trimEnd()}\n\n${section}\n`
}

function messagesOf({ documents, calls, messages, notices, readings }: ProtocolDocument): string {
  const nameOf = (message: Message) => Object.entries(messages).find(([, one]) => one === message)?.[0] ?? 'of our own'
  return [
    '## Messages',
    `Held against: ${documents.join('; ')}. ${readings.length} readings say what is made of them. Written by \`node scripts/write-protocol-messages.ts\`.`,
    ...Object.entries(calls).map(([name, call]) => callLine(name, call, nameOf)),
    `- Sent by the provider itself: ${notices.map((name) => `\`${name}\``).join(', ')}.`,
    '### Fields',
    ...Object.entries(messages).map(([name, message]) => messageLine(name, message)),
  ]
    .join('\n')
    .replace(/^(#+ .*)$/gm, '\n$1\n')
    .replace(/\n(- )/, '\n\n$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function callLine(name: string, { method, path, mark, request, answers, source }: Call, nameOf: (message: Message) => string): string {
  const told = Object.entries(answers).map(([status, names]) => `${status} ${names.join(' or ')}`)
  const body = request ? `, body \`${nameOf(request)}\`` : ''
  return `- **${name}** \`${method} ${path}\`${mark ? ` with \`${mark}\`` : ''}${body}; answers ${told.join(', ')}. Source: ${source}.`
}

function messageLine(name: string, { source, body, reliesOn }: Message): string {
  const required = namesIn(body.required)
  const optional = [...namesIn(body.optional), ...nested(body.required)]
  const list = (names: readonly string[]) => (names.length === 0 ? 'nothing' : names.map((one) => `\`${one}\``).join(' '))
  return `- **${name}**. Required: ${list(required)}. Optional: ${list(optional)}. We rely on: ${list(reliesOn)}. Source: ${source}.`
}

/** Names of fields, those inside records with a dot. */
function namesIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => [
    `${name}${valuesOf(value)}`,
    ...inside(name, value, ({ required }) => namesIn(required)),
  ])
}

/** What is optional inside required records. */
function nested(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    inside(name, value, ({ required, optional }) => [...namesIn(optional), ...nested(required)]),
  )
}

function inside(name: string, value: Value, names: (record: { required: Fields; optional: Fields }) => string[]): string[] {
  const inner = value.as === 'list' ? value.of : value
  const prefix = value.as === 'list' ? `${name}[]` : name
  return inner.as === 'record' ? names(inner).map((one) => `${prefix}.${one}`) : []
}

function valuesOf(value: Value): string {
  return value.as === 'text' && value.among && value.among.length <= 20 ? `=${value.among.join('|')}` : ''
}

if (import.meta.main)
  for (const [page, document] of Object.entries(PROTOCOL_PAGES)) writeFileSync(page, withMessages(readFileSync(page, 'utf8'), document))
