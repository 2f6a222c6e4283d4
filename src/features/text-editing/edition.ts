/** The words of one text by field: a language ('fr'), or a part of a question in it ('fr.answer'). */
export type Fields = Readonly<Record<string, string>>

export type EditionState = 'draft' | 'review' | 'scheduled' | 'published' | 'withdrawn'

/** CON-7: what was written for one text, in all languages, and how far it came. */
export type Edition = {
  id: number
  textId: string
  /** Counts the editions of one text. */
  number: number
  state: EditionState
  /** CON-5: grows with every change. */
  revision: number
  texts: Fields
  /** What visitors read when it was begun. */
  base: Fields
  /** The number of the edition whose words it brings back. */
  bringsBack: number | null
  isRestore: boolean
  authorIds: readonly string[]
  authorName: string
  writtenAt: Date
  approvedName: string | null
  approvedAt: Date | null
  publishAt: Date | null
  publishedAt: Date | null
  /** Why it came back to its author. */
  note: string | null
}

export const OPEN_STATES = ['draft', 'review', 'scheduled'] as const satisfies readonly EditionState[]

/** Why a text is not edited in the console. */
export type TextLock =
  /** A script fetches it after its page, and keeps it: an open page would mix old and new words. */
  | 'loaded-later'
  /** It is stored with each consent under a version, which a release changes. */
  | 'consent'

export type FieldKind = 'page' | 'sms' | 'ussd' | 'title' | 'answer'

export type FieldFacts = {
  field: string
  language: string
  kind: FieldKind
  /** In characters; of an SMS and a menu text, `parts` and screens decide. */
  maxLength: number
  /** Placeholders that the text must name, each at least once, and no others. */
  placeholders: readonly string[]
  /** English words that the specification quotes stay letter for letter. */
  isQuoted: boolean
  mayBreakLines: boolean
  /** Visitors read it in the operator's first language until a speaker has checked it (decision 0093). */
  isUncheckedDraft: boolean
}

export type TextFacts = {
  id: string
  /** A package, or 'help'. */
  group: string
  name: string
  fields: readonly FieldFacts[]
  lock: TextLock | null
}

export type TextProblem = {
  field: string
  kind:
    | 'empty'
    | 'too-long'
    | 'odd-sign'
    | 'markup'
    | 'missing-value'
    | 'foreign-value'
    | 'sms-parts'
    | 'menu-screen'
    | 'menu-sign'
    | 'quoted'
    | 'page-weight'
    | 'other'
  /** A limit, a placeholder or a sign. */
  detail: string
}

export type TextRefusal =
  | 'role'
  | 'not-found'
  | 'locked'
  /** Another person, an import or a publication was faster. */
  | 'changed'
  | 'not-open'
  | 'own-text'
  | 'problems'
  | 'nothing-changed'
  | 'time-past'
  | 'time-far'
  | 'note-missing'
  | 'note-too-long'
  | 'secret-in-text'
  | 'number-unreadable'
  | 'nothing-before'
  | 'key-used'

export type TextResult =
  | { kind: 'done'; state: EditionState | null; publishAt: Date | null }
  | { kind: 'refused'; why: TextRefusal; problems: readonly TextProblem[] }

export function isSameText(one: Fields, other: Fields): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => (one[key] ?? '') === (other[key] ?? ''))
}
