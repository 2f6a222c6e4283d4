import { sql } from 'kysely'
import { COUNTED_LIMITS } from '#server/limits/limit-table.ts'
import { DAY_MS } from './code-limits.ts'
import type { Challenge, Tx } from './one-time-code.store.ts'

type Guess = { reference: string; challenge: Challenge; now: Date }

/**
 * FIND-5: whoever guesses into somebody's payments has ten chances in a million a day, however many visits and codes they use. Guesses at one number
 * queue up here. What another purpose opens ends sooner, or needs more than a code.
 */
export async function mayGuess(tx: Tx, guess: Guess): Promise<boolean> {
  const { msisdn, purpose } = guess.challenge
  if (purpose !== 'FIND') return true
  await sql`select pg_advisory_xact_lock(hashtextextended(${`guess:${purpose}:${msisdn}`}, 0))`.execute(tx)
  const since = new Date(guess.now.getTime() - DAY_MS)
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(weight), 0)::int as spent from code_guess
    where msisdn = ${msisdn} and purpose = ${purpose} and guessed_at > ${since}`.execute(tx)
  return (rows[0]?.spent ?? 0) + (await countLiveCodes(tx, guess)) <= COUNTED_LIMITS.codeGuesses.most
}

/** A wrong code counts as often as there were codes that it might have hit. */
export async function noteWrongGuess(tx: Tx, guess: Guess): Promise<void> {
  const { msisdn, purpose } = guess.challenge
  if (purpose !== 'FIND') return
  const weight = await countLiveCodes(tx, guess)
  await tx.insertInto('code_guess').values({ msisdn, purpose, weight, guessed_at: guess.now }).execute()
}

async function countLiveCodes(tx: Tx, { reference, now }: Guess): Promise<number> {
  const { rows } = await sql<{ live: number }>`
    select greatest(count(*), 1)::int as live from one_time_code
    where challenge_id = ${reference} and expires_at > ${now} and not is_used`.execute(tx)
  return rows[0]?.live ?? 1
}
