import type { ProviderMessage } from './payment-connector.ts'

const MAX_TEXT = 200
const MAX_CODE = 40

/**
 * The provider's message, cleaned for our records: one short line without anything that looks like a card, a phone number, an e-mail
 * address or a key. Providers echo our requests, and people read what we store.
 */
export function providerMessage(code: string | number, text: unknown): ProviderMessage {
  return { code: withoutSecrets(String(code)).slice(0, MAX_CODE), text: typeof text === 'string' ? withoutSecrets(text) : '' }
}

function withoutSecrets(text: string): string {
  return oneLine(text.slice(0, 4 * MAX_TEXT))
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '•••')
    .replace(/\b[sp]k_[a-z]+_\w+/gi, '•••')
    .replace(/[^\s<>"']{1,64}@[^\s<>"']{1,255}/g, '•••')
    .replace(/[0-9](?:[ .-]?[0-9]){6,}/g, '•••')
    .slice(0, MAX_TEXT)
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
