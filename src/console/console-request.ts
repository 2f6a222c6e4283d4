import type { StaffAct } from '#features/staff-acts/acts.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { ConsoleDeps } from './console-deps.ts'
import type { ConsoleLanguage } from './console-language.ts'
import type { ConsoleNotice } from './console-notice.ts'

/** A request of a signed-in person to a page that their roles may read. */
export type ConsoleRequest = {
  staff: Staff
  language: ConsoleLanguage
  url: URL
  /** The named parts of the page's path. */
  params: Readonly<Record<string, string>>
  now: Date
  /** The request's id in the log, shown with failures. */
  requestId: string
  deps: ConsoleDeps
  /** CON-10: until when this person sees the full numbers of a target, which `see-number` grants for a minute; null means masked. */
  fullNumberUntil(target: FullNumberTarget): Promise<Date | null>
  /** Grants that, and writes it to the audit log in the same transaction; `seeNumberAct` (see-number.ts) calls it. */
  showFullNumber(target: FullNumberTarget, reason: string): Promise<void>
}

/** What carries a number: `{ kind: 'payment', id: reference }`. */
export type FullNumberTarget = { kind: string; id: string }

/** The fields of a posted form, without those of the frame. */
export type ConsoleForm = {
  /** Trimmed; empty when absent. */
  get(name: string): string
  all(name: string): string[]
  /** Made for each rendered form: the idempotency key of the act (CON-5). */
  idempotencyKey: string
  /** Of an act that takes one: it is read once, as a stream. */
  file: UploadedFile | null
  /** The version that the form was rendered with; null without `ActForm version`. */
  version: number | null
}

/** `name` is what the visitor's computer says. */
export type UploadedFile = { name: string; bytes: AsyncIterable<Buffer> }

export type ActResult =
  /** Done: the browser goes to `to`, which shows the notice. */
  | { kind: 'done'; to: string; notice: ConsoleNotice }
  /** Nothing was done: the page is shown as it is now, with the notice and what was typed. */
  | { kind: 'refused'; notice: ConsoleNotice; status?: 200 | 403 | 404 | 409 | 422 | 429 | 503 }
  | { kind: 'file'; name: string; type: string; body: string }

/** CON-2: a route that changes something names its act; who may take part in the act is checked before `run`. */
export type ConsoleAct = { act: StaffAct; takesFile?: true; run(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> }
