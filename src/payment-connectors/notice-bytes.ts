import { createHash } from 'node:crypto'

/** Real notices are a few kilobytes. */
const LARGEST_NOTICE_BYTES = 256 * 1024

/** The text of a notice, or null when it is too large or not text at all. */
export function noticeText(body: Buffer): string | null {
  if (body.byteLength > LARGEST_NOTICE_BYTES) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/**
 * The same for every delivery of the same bytes. Part of the key of unsigned notices: a stranger who guesses the rest must not be able to have
 * the real notice taken for a repetition of his own.
 */
export function fingerprint(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32)
}
