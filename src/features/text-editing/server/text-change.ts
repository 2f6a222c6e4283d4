import { hash } from 'node:crypto'
import type { AuditDetail } from '#features/audit/audit-entry.ts'
import type { Edition, Fields, TextFacts } from '../edition.ts'
import type { TextChange } from './text-source.ts'

/** What an edition changes: only that is written, so that the other languages stay as they are. */
export function changeOf({ textId, texts, base }: Edition): TextChange {
  return { textId, texts: changedFields(texts, base) }
}

export function changedFields(texts: Fields, base: Fields): Fields {
  return Object.fromEntries(Object.entries(texts).filter(([field, text]) => text !== base[field]))
}

/** CON-7: the log says what visitors read before and after, in each language that changed. */
export function beforeAndAfter({ fields }: Pick<TextFacts, 'fields'>, before: Fields, after: Fields): AuditDetail {
  return Object.fromEntries(
    fields.flatMap(({ field }) =>
      before[field] === after[field]
        ? []
        : [
            [`before ${field}`, before[field] ?? ''],
            [`after ${field}`, after[field] ?? ''],
          ],
    ),
  )
}

/** CON-5: of the words that a person saw. */
export function textMark(texts: Fields): string {
  return hash('sha256', JSON.stringify(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1))), 'base64url')
}
