import { closeCase, openCases } from '#features/find-payment/server/case.store.ts'
import { CLAIM_WORDS } from '#features/find-payment/claim-rules.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Outcome } from './command.ts'

const MOST_LISTED = 200

/** FIND-4: with the reference, by which `show` tells the whole book. */
export async function listCases(db: Database): Promise<Outcome> {
  const now = systemClock.now()
  const rows = await openCases(db, MOST_LISTED)
  if (rows.length === 0) return { isGood: true, words: 'No case is open.\n' }
  const lines = rows.map(({ number, reference, kind, words, due_at }) => {
    const due = `${due_at < now ? 'LATE since' : 'due'} ${due_at.toISOString()}`
    return `${number}  ${reference}  ${due}  ${kind}${words ? `: ${words}` : ''}\n`
  })
  return { isGood: true, words: lines.join('') }
}

type Closing = { number: string; by: string | undefined; note: string | undefined }

/** FIND-4: nobody is left without words. */
export async function closeOne(db: Database, { number, by, note = '' }: Closing): Promise<Outcome> {
  const answer = note.trim()
  if (!by?.trim() || answer === '')
    return { isGood: false, words: 'A case is closed with --by <name> and --note <what the visitor reads>.\n' }
  if (answer.length > CLAIM_WORDS) return { isGood: false, words: `The answer goes out by SMS: at most ${CLAIM_WORDS} characters.\n` }
  const isClosed = await closeCase(db, { number, by: by.slice(0, 60), answer, now: systemClock.now() })
  return isClosed
    ? { isGood: true, words: `${number} is closed; the SMS goes out within a minute.\n` }
    : { isGood: false, words: 'No open case has this number.\n' }
}
