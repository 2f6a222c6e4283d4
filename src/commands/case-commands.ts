import { caseLanguage, closeCase, createCases, readRightNumber } from '#features/find-payment/server/case.store.ts'
import { CLAIM_WORDS } from '#features/find-payment/claim-rules.ts'
import { RIGHT_NUMBER } from '#features/find-payment/server/claims.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { createSiteContent } from '#features/site-content/server/site-content.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { fillText } from '#shared/fill-text.ts'
import { encodeSms, MAX_SMS_PARTS } from '#shared/gsm-text.ts'
import type { CommandResult } from './command.ts'
import { listed, LISTED_LIMIT } from './listed.ts'
import { recorded } from './recorded.ts'

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

/** FIND-4: every claim gets a reply. */
export async function closeOne(db: Database, { number, by, note = '' }: Closing): Promise<CommandResult> {
  const answer = note.trim()
  if (!by?.trim() || answer === '')
    return { ok: false, message: 'A case is closed with --by <name> and --note <what the visitor reads>.\n' }
  if (answer.length > CLAIM_WORDS) return { ok: false, message: `The answer goes out by SMS: at most ${CLAIM_WORDS} characters.\n` }
  const parts = await partsOfAnswer(db, number, answer)
  if (parts > MAX_SMS_PARTS)
    return { ok: false, message: `The answer needs ${parts} SMS, and at most ${MAX_SMS_PARTS} are sent: shorten it.\n` }
  const deed = { by, act: 'answer-claim', target: { kind: 'claim', id: number }, detail: { note: answer } } as const
  const closing = { number, by: by.slice(0, 60), answer, now: systemClock.now() }
  const isClosed = await recorded(db, deed, async (tx) => (await closeCase(tx, closing)) || null)
  return isClosed
    ? {
        ok: true,
        message: `${number} is closed; the portal sends the SMS within a minute, as soon as it runs and the SMS centre takes it.\n`,
      }
    : { ok: false, message: 'No open case has this number.\n' }
}

/** MSG-3: measured with the text around it, in the language of the claim. */
async function partsOfAnswer(db: Database, number: string, answer: string): Promise<number> {
  const language = await caseLanguage(db, number)
  if (!language) return 1
  const texts = await createSiteContent({ db, clock: systemClock, seeds: readSeedFiles() }).readAsWritten('find-translation', language)
  return encodeSms(fillText(String(texts.sms_closed), { number, answer })).parts
}
