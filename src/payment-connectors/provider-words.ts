import type { ProviderSaid } from './payment-connector.ts'

const LONGEST_TEXT = 200
const LONGEST_CODE = 40

/**
 * What the provider said, fit for our records: one short line without anything that looks like a card, a phone number, an e-mail address or a
 * key. Providers repeat what they were sent, and what we store is read by people.
 */
export function said(code: string | number, text: unknown): ProviderSaid {
  return { code: withoutSecrets(String(code)).slice(0, LONGEST_CODE), text: typeof text === 'string' ? withoutSecrets(text) : '' }
}

function withoutSecrets(text: string): string {
  return oneLine(text.slice(0, 4 * LONGEST_TEXT))
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '•••')
    .replace(/\b[sp]k_[a-z]+_\w+/gi, '•••')
    .replace(/[^\s<>"']{1,64}@[^\s<>"']{1,255}/g, '•••')
    .replace(/[0-9](?:[ .-]?[0-9]){6,}/g, '•••')
    .slice(0, LONGEST_TEXT)
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
