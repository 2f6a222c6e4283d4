import { sql } from 'kysely'
import { isLanguage, DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Database } from '#server/database/database.ts'
import type { MenuState } from '../menu-engine.ts'
import { SESSION_MS, type KnownSession } from '../session-rules.ts'

export type SessionKey = { gateway: string; gatewaySession: string; msisdn: MobileNumber }

export type StoredSession = { id: number; language: Language; menu: MenuState | null; version: number }

/** Copies come soon: a session of many steps does not meet its own beginning again. */
const STEPS_BACK = 8

/** The newest sessions under a gateway's id, with what they had at the step that is asked for: by its number, or by what was sent. */
export async function findSessions(
  db: Database,
  { gateway, gatewaySession, msisdn }: SessionKey,
  asked: { step: number } | { hash: Buffer },
): Promise<(KnownSession & { turn: number })[]> {
  const isAsked =
    'step' in asked ? sql<boolean>`t.step = ${asked.step}` : sql<boolean>`t.inputs_hash = ${asked.hash} and t.step > s.step - ${STEPS_BACK}`
  const rows = await db
    .selectFrom('ussd_session as s')
    .leftJoin('ussd_step as t', (join) => join.onRef('t.session_id', '=', 's.id').on(isAsked))
    .select(['s.id', 's.turn', 's.step', 's.heard_hash', 's.heard_at', 's.ended_at', 't.inputs_hash', 't.step as found_step'])
    .where('s.gateway', '=', gateway)
    .where('s.gateway_session', '=', gatewaySession)
    .where('s.msisdn', '=', msisdn)
    .orderBy('s.turn', 'desc')
    .limit(3)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    turn: row.turn,
    step: row.step,
    heardHash: row.heard_hash,
    heardAt: row.heard_at,
    endedAt: row.ended_at,
    stepHash: row.inputs_hash,
    foundStep: row.found_step,
  }))
}

type Opening = SessionKey & { turn: number; language: Language; hash: Buffer; now: Date }

/** Of two first requests of the same moment one opens the session; null for the other. */
export async function openSession(
  db: Database,
  { gateway, gatewaySession, msisdn, turn, language, hash, now }: Opening,
): Promise<number | null> {
  const row = await db
    .insertInto('ussd_session')
    .values({
      gateway,
      gateway_session: gatewaySession,
      msisdn,
      turn,
      language,
      step: 0,
      heard_hash: hash,
      menu: null,
      begun_at: now,
      heard_at: now,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'gateway_session', 'msisdn', 'turn']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function readSession(db: Database, id: number): Promise<StoredSession> {
  const { rows } = await sql<{ language: string; menu: MenuState | null; version: number }>`
    select language, menu, version from ussd_session where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a USSD session went away while it was worked')
  return { id, language: isLanguage(row.language) ? row.language : DEFAULT_LANGUAGE, menu: row.menu, version: row.version }
}

/** Whether this caller may work the step. A claim whose maker died is taken over after its lease. */
export async function claimStep(
  db: Database,
  { id, step, hash, now, leaseMs }: { id: number; step: number; hash: Buffer; now: Date; leaseMs: number },
): Promise<boolean> {
  const row = await db
    .insertInto('ussd_step')
    .values({ session_id: id, step, inputs_hash: hash, claimed_at: now, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'step'])
        .doUpdateSet({ claimed_at: now })
        .where('ussd_step.answer', 'is', null)
        .where('ussd_step.claimed_at', '<', new Date(now.getTime() - leaseMs)),
    )
    .returning('step')
    .executeTakeFirst()
  return row !== undefined
}

export async function readAnswer(db: Database, id: number, step: number): Promise<string | null> {
  const row = await db.selectFrom('ussd_step').select('answer').where('session_id', '=', id).where('step', '=', step).executeTakeFirst()
  return row?.answer ?? null
}

/** The first answer of a step stays its answer. */
export async function keepAnswer(db: Database, id: number, step: number, answer: string): Promise<void> {
  await db
    .updateTable('ussd_step')
    .set({ answer })
    .where('session_id', '=', id)
    .where('step', '=', step)
    .where('answer', 'is', null)
    .execute()
}

export type Moved = { step: number; hash: Buffer; menu: MenuState; language: Language; isEnd: boolean; answer: string; now: Date }

/** What a step led to, with its answer. A session that went on meanwhile is not set back: then only the answer is kept. */
export async function moveSession(db: Database, { id, version }: Pick<StoredSession, 'id' | 'version'>, moved: Moved): Promise<void> {
  const { step, hash, menu, language, isEnd, answer, now } = moved
  // One statement, so that neither is ever there without the other.
  await sql`
    with moved as (
      update ussd_session set step = ${step}, heard_hash = ${hash}, menu = ${JSON.stringify(menu)}, language = ${language}, heard_at = ${now},
        ended_at = ${isEnd ? now : null}, version = version + 1
      where id = ${id} and version = ${version}
    )
    update ussd_step set answer = ${answer} where session_id = ${id} and step = ${step} and answer is null`.execute(db)
}

type Left = { language: Language | null; menu: MenuState | null }

/**
 * The language a number chose last, and the session that was cut off a moment ago, if there is one. Not under the same id: whoever dials again has
 * another one, and a gateway that sends a whole session again must meet the screens it met before.
 */
export async function lastOf(db: Database, { msisdn, gateway, gatewaySession }: SessionKey, now: Date): Promise<Left> {
  const { rows } = await sql<{ language: string; menu: MenuState | null; is_open: boolean }>`
    select language, menu, ended_at is null and heard_at > ${new Date(now.getTime() - SESSION_MS)}
      and (gateway, gateway_session) <> (${gateway}, ${gatewaySession}) as is_open
    from ussd_session where msisdn = ${msisdn} and menu is not null order by heard_at desc limit 1`.execute(db)
  const [last] = rows
  return { language: last && isLanguage(last.language) ? last.language : null, menu: last?.is_open ? last.menu : null }
}
