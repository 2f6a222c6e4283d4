import { sql } from 'kysely'
import { COUNTED_LIMITS } from '#server/limits/rate-limits.ts'
import { CODE_DIGITS } from '../rules.ts'
import { DAY_MS } from './code-limits.ts'
import type { Challenge, Tx } from './one-time-code.store.ts'

type Numbered = Pick<Challenge, 'msisdn' | 'purpose'>
/** `code` is the typed one. */
type Guess = { reference: string; challenge: Numbered; code: string; now: Date }

/**
 * FIND-5: limits guesses at the payments of a number to ten chances in a million a day, over all visits and codes. A lock serialises
 * guesses at one number. Other purposes are not counted: their proofs end sooner or need more than a code. Abuse 93: guessing twelve digits
 * is hopeless, so they are not counted either.
 */
export async function mayGuess(tx: Tx, guess: Guess): Promise<boolean> {
  const { msisdn, purpose } = guess.challenge
  if (!isCounted(guess)) return true
  await sql`select pg_advisory_xact_lock(hashtextextended(${`guess:${purpose}:${msisdn}`}, 0))`.execute(tx)
  return (await spentGuesses(tx, guess)) + (await countLiveCodes(tx, guess)) <= COUNTED_LIMITS.codeGuesses.most
}

/** Abuse 93: whether the limit leaves no guess for another code of six digits. Guesses by others must not lock out the owner. */
export async function areGuessesSpent(tx: Tx, asked: { reference: string; challenge: Numbered; now: Date }): Promise<boolean> {
  if (asked.challenge.purpose !== 'FIND') return false
  const live = await countLiveCodes(tx, asked)
  return (await spentGuesses(tx, asked)) + live + 1 > COUNTED_LIMITS.codeGuesses.most
}

function isCounted({ challenge: { purpose }, code }: Guess): boolean {
  return purpose === 'FIND' && code.length <= CODE_DIGITS
}

async function spentGuesses(tx: Tx, { challenge: { msisdn, purpose }, now }: Pick<Guess, 'challenge' | 'now'>): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(weight), 0)::int as spent from code_guess
    where msisdn = ${msisdn} and purpose = ${purpose} and guessed_at > ${since}`.execute(tx)
  return rows[0]?.spent ?? 0
}

/** A wrong code counts once per valid code that it could have matched. */
export async function noteWrongGuess(tx: Tx, guess: Guess): Promise<void> {
  const { msisdn, purpose } = guess.challenge
  if (!isCounted(guess)) return
  const weight = await countLiveCodes(tx, guess)
  await tx.insertInto('code_guess').values({ msisdn, purpose, weight, guessed_at: guess.now }).execute()
}

async function countLiveCodes(tx: Tx, { reference, now }: Pick<Guess, 'reference' | 'now'>): Promise<number> {
  const { rows } = await sql<{ live: number }>`
    select greatest(count(*), 1)::int as live from one_time_code
    where challenge_id = ${reference} and expires_at > ${now} and not is_used`.execute(tx)
  return rows[0]?.live ?? 1
}
