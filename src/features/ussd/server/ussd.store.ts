import { sql } from 'kysely'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Database } from '#server/database/database.ts'
import { takingLimits, type Limit } from '#server/limits/limits.ts'
import type { MenuState } from '../menu-engine.ts'
import { SESSION_MS, type KnownSession } from '../session-rules.ts'

export type SessionKey = { gateway: string; gatewaySession: string; msisdn: MobileNumber }

export type StoredSession = { id: number; language: Language; menu: MenuState | null; version: number }

/** Copies arrive soon, so a long session does not match its own first steps. */
const STEPS_BACK = 8

type FoundSession = KnownSession & { turn: number }
type SessionRow = {
  id: number | null
  turn: number
  step: number
  heard_hash: Buffer
  heard_at: Date
  ended_at: Date | null
  inputs_hash: Buffer | null
  found_step: number | null
}

/**
 * The newest sessions under a gateway's id, with their step found by number or by hash. Null when a rate limit is used up, which the same
 * query counts. Limits are written with `synchronous_commit` off: no request waits for a disk, or for the row that all callers of a gateway
 * share. A crash of the database may lose the last counts.
 */
export async function findSessions(
  db: Database,
  { gateway, gatewaySession, msisdn }: SessionKey,
  { asked, limits }: { asked: { step: number } | { hash: Buffer }; limits: readonly Limit[] },
): Promise<FoundSession[] | null> {
  const isAsked =
    'step' in asked ? sql<boolean>`t.step = ${asked.step}` : sql<boolean>`t.inputs_hash = ${asked.hash} and t.step > s.step - ${STEPS_BACK}`
  const { rows } = await sql<SessionRow & { refused: number }>`
    with counted as materialized (select set_config('synchronous_commit', 'off', true), ${takingLimits(limits)} as refused)
    select counted.refused, known.* from counted left join (
      select s.id, s.turn, s.step, s.heard_hash, s.heard_at, s.ended_at, t.inputs_hash, t.step as found_step
      from ussd_session s left join ussd_step t on t.session_id = s.id and ${isAsked}
      where s.gateway = ${gateway} and s.gateway_session = ${gatewaySession} and s.msisdn = ${msisdn}
      order by s.turn desc limit 3) known on true
    order by known.turn desc`.execute(db)
  if (rows.some(({ refused }) => refused > 0)) return null
  return rows.flatMap((row) =>
    row.id === null
      ? []
      : {
          id: row.id,
          turn: row.turn,
          step: row.step,
          heardHash: row.heard_hash,
          heardAt: row.heard_at,
          endedAt: row.ended_at,
          stepHash: row.inputs_hash,
          foundStep: row.found_step,
        },
  )
}

type Opening = SessionKey & { turn: number; hash: Buffer; now: Date; step: number; stepHash: Buffer }

/** Null if the number did not dial recently. */
export async function chosenLanguage(db: Database, msisdn: MobileNumber): Promise<Language | null> {
  const { rows } = await sql<{ language: string }>`
    select language from ussd_session where msisdn = ${msisdn} and menu is not null order by heard_at desc limit 1`.execute(db)
  const [row] = rows
  return row ? moneyLanguage(row.language) : null
}

/**
 * Opens a session and claims its step. Of two parallel first requests one opens it, and the other gets null. The session starts in the
 * language that the number last chose. `left`: the menu of a session that was cut a moment ago, under another id only. A new dialling has a
 * new id, and a gateway that resends a whole session must get the same screens.
 */
export async function openSession(db: Database, opening: Opening): Promise<{ session: StoredSession; left: MenuState | null } | null> {
  const { gateway, gatewaySession, msisdn, turn, hash, now, step, stepHash } = opening
  const { rows } = await sql<{ id: number; language: string; left: MenuState | null; is_open: boolean | null }>`
    with last as (
      select language, menu, ended_at is null and heard_at > ${new Date(now.getTime() - SESSION_MS)}
        and (gateway, gateway_session) <> (${gateway}, ${gatewaySession}) as is_open
      from ussd_session where msisdn = ${msisdn} and menu is not null order by heard_at desc limit 1
    ), opened as (
      insert into ussd_session (gateway, gateway_session, msisdn, turn, language, step, heard_hash, menu, begun_at, heard_at, ended_at)
      values (${gateway}, ${gatewaySession}, ${msisdn}, ${turn}, coalesce((select language from last), ${DEFAULT_LANGUAGE}), 0, ${hash}, null,
        ${now}, ${now}, null)
      on conflict (gateway, gateway_session, msisdn, turn) do nothing returning id, language
    ), claimed as (
      insert into ussd_step (session_id, step, inputs_hash, claimed_at) select id, ${step}, ${stepHash}, ${now} from opened
    )
    select opened.id, opened.language, last.menu as left, last.is_open from opened left join last on true`.execute(db)
  const [row] = rows
  return row
    ? { session: { id: row.id, language: moneyLanguage(row.language), menu: null, version: 0 }, left: row.is_open ? row.left : null }
    : null
}

type ClaimedStep = { session: StoredSession; isOurs: boolean }

/** Whether this request may work the step, and the session's state. An expired lease of a crashed worker is taken over. */
export async function claimStep(
  db: Database,
  { id, step, hash, now, leaseMs }: { id: number; step: number; hash: Buffer; now: Date; leaseMs: number },
): Promise<ClaimedStep> {
  const { rows } = await sql<{ language: string; menu: MenuState | null; version: number; is_ours: boolean }>`
    with claimed as (
      insert into ussd_step (session_id, step, inputs_hash, claimed_at) values (${id}, ${step}, ${hash}, ${now})
      on conflict (session_id, step) do update set claimed_at = excluded.claimed_at
        where ussd_step.answer is null and ussd_step.claimed_at < ${new Date(now.getTime() - leaseMs)} returning step
    )
    select language, menu, version, exists (select from claimed) as is_ours from ussd_session where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a USSD session went away while it was worked')
  return { session: { id, language: moneyLanguage(row.language), menu: row.menu, version: row.version }, isOurs: row.is_ours }
}

export async function readAnswer(db: Database, id: number, step: number): Promise<string | null> {
  const row = await db.selectFrom('ussd_step').select('answer').where('session_id', '=', id).where('step', '=', step).executeTakeFirst()
  return row?.answer ?? null
}

/** Stores the answer of a step. The first stored answer is final. */
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

/** Stores the state and the answer after a step. If the session advanced in the meantime, only the answer is stored. */
export async function moveSession(db: Database, { id, version }: Pick<StoredSession, 'id' | 'version'>, moved: Moved): Promise<void> {
  const { step, hash, menu, language, isEnd, answer, now } = moved
  // One statement, so that session and answer change together.
  await sql`
    with moved as (
      update ussd_session set step = ${step}, heard_hash = ${hash}, menu = ${JSON.stringify(menu)}, language = ${language}, heard_at = ${now},
        ended_at = ${isEnd ? now : null}, version = version + 1
      where id = ${id} and version = ${version}
    )
    update ussd_step set answer = ${answer} where session_id = ${id} and step = ${step} and answer is null`.execute(db)
}
