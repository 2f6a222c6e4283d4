import { createHash } from 'node:crypto'

/** I18: the key of a subject that can be owed only once. A hash: orders are stored for years and must reveal no account and no link. */
export function subjectKey(kind: 'invoice' | 'bill' | 'link', ...parts: readonly string[]): string {
  return `${kind}:${createHash('sha256').update(parts.join('|')).digest('base64url').slice(0, 32)}`
}
