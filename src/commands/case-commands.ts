import { randomUUID } from 'node:crypto'
import { createCases, readRightNumber } from '#features/find-payment/server/case.store.ts'
import { createClaimDesk, type ClaimRefusal } from '#features/find-payment/server/claim-desk.ts'
import { CLAIM_WORDS } from '#features/find-payment/claim-rules.ts'
import { RIGHT_NUMBER } from '#features/find-payment/server/claims.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { createSiteContent } from '#features/site-content/server/site-content.ts'
import { actGuard } from '#features/staff-acts/server/act-guard.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { MAX_SMS_PARTS } from '#shared/gsm-text.ts'
import type { CommandResult } from './command.ts'
import { listed, LISTED_LIMIT } from './listed.ts'
import { actorOf, recorded } from './recorded.ts'

/** FIND-4: with the reference, by which `show` prints the complete ledger. */
export async function listCases(db: Database): Promise<CommandResult> {
  const now = systemClock.now()
  const rows = await createCases(db, LISTED_LIMIT)
  if (rows.length === 0) return { ok: true, message: 'No case is open.\n' }
  const lines = listed(rows, 'cases', ({ number, reference, kind, words: message, due_at, has_number }) => {
    const due = `${due_at < now ? 'LATE since' : 'due'} ${due_at.toISOString()}`
    return `${number}  ${reference}  ${due}  ${kind}${message ? `: ${message}` : ''}${has_number ? '  (with the right number: payments number)' : ''}`
  })
  return { ok: true, message: `${lines.join('\n')}\n` }
}

type NumberOf = {
  number: string
  by: string | undefined
  note: string | undefined
  secrets: { secret: string; secretBefore: string | null }
}

/** CLAIM-1: for who may see it: it needs the secret of the portal, and the case says who read it. */
export async function showRightNumber(db: Database, { number, by, note, secrets }: NumberOf): Promise<CommandResult> {
  if (!by?.trim() || !note?.trim()) return { ok: false, message: 'The number of a case is shown with --by <name> and --note <why>.\n' }
  const deed = { by, act: 'see-number', target: { kind: 'claim', id: number }, detail: { reason: note.slice(0, 300) } } as const
  const encrypted = await recorded(db, deed, (tx) => readRightNumber(tx, { number, by: by.slice(0, 60) }))
  if (!encrypted) return { ok: false, message: 'No case with a right number has this number.\n' }
  const shown = createFieldCipher(secrets).decrypt(RIGHT_NUMBER, encrypted)
  return shown === null
    ? { ok: false, message: 'GUICHET_SECRET and GUICHET_SECRET_BEFORE do not open this number.\n' }
    : { ok: true, message: `${shown}\n` }
}

type Closing = { number: string; by: string | undefined; note: string | undefined }

const WHY_NOT: Partial<Record<ClaimRefusal, string>> = {
  'answer-missing': 'A case is closed with --by <name> and --note <what the visitor reads>.',
  'answer-too-long': `The answer goes out by SMS: at most ${CLAIM_WORDS} characters.`,
  'too-many-parts': `The answer needs more than ${MAX_SMS_PARTS} SMS: shorten it.`,
  'secret-in-answer': 'The answer holds a number, a code, a card or an e-mail address: leave it out.',
}

/** FIND-4: every claim gets a reply; the same act as in the console, with the same audit entry. */
export async function closeOne(db: Database, { number, by, note = '' }: Closing): Promise<CommandResult> {
  if (!by?.trim()) return { ok: false, message: `${WHY_NOT['answer-missing']}\n` }
  const content = createSiteContent({ db, clock: systemClock, seeds: readSeedFiles() })
  // The running portal sends the SMS.
  const desk = createClaimDesk({ db, clock: systemClock, guard: actGuard, content, onAnswered: () => {} })
  const result = await desk.answer({ staff: actorOf(by), key: randomUUID(), number, answer: note, seen: null })
  if (result.kind === 'refused') return { ok: false, message: `${WHY_NOT[result.why] ?? 'No open case has this number.'}\n` }
  const sending = 'the portal sends the SMS within a minute, as soon as it runs and the SMS centre takes it'
  return { ok: true, message: `${number} is closed; ${sending}.\n` }
}
