import { sql, type ExpressionBuilder, type Transaction } from 'kysely'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { CodePurpose } from '../contract.ts'
import { CODE_ATTEMPTS } from '../rules.ts'

export type Tx = Transaction<Tables>

type Binding = { msisdn: MobileNumber; purpose: CodePurpose; visitId: Buffer }

/** Serialises sends to one number over all replicas, because their limits are counted in rows. */
export async function lockNumber(tx: Tx, msisdn: MobileNumber): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`one-time-code:${msisdn}`}, 0))`.execute(tx)
}

/** Opens a challenge or reuses the open one. Attempts restart only after its end. */
export async function openChallenge(
  tx: Tx,
  { msisdn, purpose, visitId }: Binding,
  { newId, now, endsAt }: { newId: string; now: Date; endsAt: Date },
): Promise<{ id: string; attempts: number; formerEnd: Date | null }> {
  const { rows } = await sql<{ id: string; attempts: number; formerEnd: Date | null }>`
    with former as (
      select ends_at from one_time_code_challenge where msisdn = ${msisdn} and purpose = ${purpose} and visit_id = ${visitId})
    insert into one_time_code_challenge as known (id, msisdn, purpose, visit_id, ends_at)
    values (${newId}, ${msisdn}, ${purpose}, ${visitId}, ${endsAt})
    on conflict (msisdn, purpose, visit_id) do update set
      attempts = case when known.ends_at <= ${now} then 0 else known.attempts end,
      ends_at = greatest(known.ends_at, ${endsAt})
    returning id, attempts, (select ends_at from former) as "formerEnd"`.execute(tx)
  const [challenge] = rows
  if (!challenge) throw new Error('an upsert always answers its row')
  return challenge
}

export type RecentSend = {
  challengeId: string
  visitId: Buffer
  sentAt: Date
  isUsed: boolean
  /** Whether the SMS centre accepted it: false when no answer came, null while it is being sent. */
  isTaken: boolean | null
  isByStranger: boolean
  /** The caller's hashed address; null in rows of versions that did not store it. */
  address: string | null
}

/** Sends to a number since a moment, latest first, of all callers. */
export async function recentSends(tx: Tx, msisdn: MobileNumber, since: Date): Promise<RecentSend[]> {
  const rows = await tx
    .selectFrom('one_time_code as code')
    .innerJoin('one_time_code_challenge as challenge', 'challenge.id', 'code.challenge_id')
    .select([
      'code.challenge_id',
      'challenge.visit_id',
      'code.sent_at',
      'code.is_used',
      'code.is_taken',
      'code.is_by_stranger',
      'code.asked_from',
    ])
    .where('code.msisdn', '=', msisdn)
    .where('code.sent_at', '>', since)
    .orderBy('code.sent_at', 'desc')
    .execute()
  return rows.map((row) => ({
    challengeId: row.challenge_id,
    visitId: row.visit_id,
    sentAt: row.sent_at,
    isUsed: row.is_used,
    isTaken: row.is_taken,
    isByStranger: row.is_by_stranger ?? true,
    address: row.asked_from,
  }))
}

export type NewCode = {
  smsReference: string
  challengeId: string
  msisdn: MobileNumber
  codeHash: Buffer
  sentAt: Date
  expiresAt: Date
  address: string
  isByStranger: boolean
}

export async function storeCode(tx: Tx, code: NewCode): Promise<void> {
  await tx
    .insertInto('one_time_code')
    .values({
      sms_reference: code.smsReference,
      challenge_id: code.challengeId,
      msisdn: code.msisdn,
      code_hash: code.codeHash,
      sent_at: code.sentAt,
      expires_at: code.expiresAt,
      asked_from: code.address,
      is_by_stranger: code.isByStranger,
    })
    .execute()
}

/** OTP-4: stores whether the SMS centre accepted the message or did not answer. */
export async function storeTaken(db: Database, smsReference: string, isTaken: boolean): Promise<void> {
  await db.updateTable('one_time_code').set({ is_taken: isTaken }).where('sms_reference', '=', smsReference).execute()
}

/** For a code that was certainly not sent, so that it counts towards no limit. */
export async function forgetCode(db: Database, smsReference: string): Promise<void> {
  await db.deleteFrom('one_time_code').where('sms_reference', '=', smsReference).execute()
}

export type Challenge = { msisdn: MobileNumber; purpose: CodePurpose; attempts: number; endsAt: Date }

export async function findChallenge(db: Database, reference: string, visitId: Buffer): Promise<Challenge | null> {
  const row = await db
    .selectFrom('one_time_code_challenge')
    .select(['msisdn', 'purpose', 'attempts', 'ends_at'])
    .where('id', '=', reference)
    .where('visit_id', '=', visitId)
    .executeTakeFirst()
  return row ? { msisdn: row.msisdn, purpose: row.purpose, attempts: row.attempts, endsAt: row.ends_at } : null
}

/** Takes one attempt; null when none is left. The row stays locked, so that parallel guesses wait. */
export async function takeAttempt(tx: Tx, reference: string, visitId: Buffer, now: Date): Promise<{ attempts: number } | null> {
  const row = await tx
    .updateTable('one_time_code_challenge')
    .set((is) => ({ attempts: is('attempts', '+', 1) }))
    .where('id', '=', reference)
    .where('visit_id', '=', visitId)
    .where('attempts', '<', CODE_ATTEMPTS)
    .where('ends_at', '>', now)
    .returning('attempts')
    .executeTakeFirst()
  return row ?? null
}

export async function hasLiveCode(tx: Tx, challengeId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_code')
    .select('sms_reference')
    .where('challenge_id', '=', challengeId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .where('is_used', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/** Using one code ends all codes of the challenge, so no second use is possible. */
export async function endWithProof(
  tx: Tx,
  challengeId: string,
  { proofHash, proofEndsAt, now }: { proofHash: Buffer; proofEndsAt: Date; now: Date },
): Promise<void> {
  await tx.updateTable('one_time_code').set({ is_used: true }).where('challenge_id', '=', challengeId).execute()
  await tx
    .updateTable('one_time_code_challenge')
    .set({ ends_at: now, proof_hash: proofHash, proof_ends_at: proofEndsAt })
    .where('id', '=', challengeId)
    .execute()
}

type ShownProof = { proof: string; proofHash: Buffer }

/** A number, a purpose and a visit have one challenge at most. Without a shown proof, any valid one of the visit counts. */
function isLiveProofOf({ msisdn, purpose, visitId }: Binding, now: Date, shown: ShownProof | null) {
  return (is: ExpressionBuilder<Tables, 'one_time_code_challenge'>) =>
    is.and([
      is('msisdn', '=', msisdn),
      is('purpose', '=', purpose),
      is('visit_id', '=', visitId),
      is('proof_ends_at', '>', now),
      ...(shown ? [is.or([is('proof_hash', '=', shown.proofHash), is('id', '=', shown.proof)])] : []),
    ])
}

export async function hasProof(db: Database, binding: Binding, now: Date, shown: ShownProof | null): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_code_challenge')
    .select('id')
    .where(isLiveProofOf(binding, now, shown))
    .executeTakeFirst()
  return row !== undefined
}

export async function lastProven(db: Database, { purpose, visitId }: Omit<Binding, 'msisdn'>, now: Date): Promise<MobileNumber | null> {
  const row = await db
    .selectFrom('one_time_code_challenge')
    .select('msisdn')
    .where('purpose', '=', purpose)
    .where('visit_id', '=', visitId)
    .where('proof_ends_at', '>', now)
    .orderBy('proof_ends_at', 'desc')
    .executeTakeFirst()
  return row?.msisdn ?? null
}

/** One statement, so that only one of two parallel calls succeeds. */
export async function takeProof(db: Database, binding: Binding, now: Date, shown: ShownProof | null): Promise<boolean> {
  const taken = await db
    .updateTable('one_time_code_challenge')
    .set({ proof_hash: null, proof_ends_at: null })
    .where(isLiveProofOf(binding, now, shown))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

const AT_THE_CENTRE = [4, 8]

/** Reports can be repeated or out of order: the first final one stays. */
export async function storeReport(db: Database, smsReference: string, report: { type: number; now: Date }): Promise<void> {
  await db
    .updateTable('one_time_code')
    .set({ report: report.type, reported_at: report.now })
    .where('sms_reference', '=', smsReference)
    .where((is) => is.or([is('report', 'is', null), is('report', 'in', AT_THE_CENTRE)]))
    .execute()
}
