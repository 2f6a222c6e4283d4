import { createHash } from 'node:crypto'

/** Real notices are a few kilobytes. */
const LARGEST_NOTICE_BYTES = 64 * 1024

/** The text of a notice, or null when it is too large or not text at all. */
export function noticeText(body: Buffer): string | null {
  if (body.byteLength > LARGEST_NOTICE_BYTES) return null
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
