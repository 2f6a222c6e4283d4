import { createHash } from 'node:crypto'

/** Real webhooks are a few kilobytes. */
const MAX_WEBHOOK_BYTES = 64 * 1024

/** The text of a webhook, or null when it is too large or not text at all. */
export function webhookText(body: Buffer): string | null {
  if (body.byteLength > MAX_WEBHOOK_BYTES) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** The same for every delivery of the same bytes. */
export function fingerprint(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32)
}
