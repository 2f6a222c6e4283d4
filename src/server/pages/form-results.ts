import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { maskSecrets } from '#shared/mask-secrets.ts'
import type { Database } from '../database/database.ts'

/** Long enough to read a message and to come back to it; afterwards the page is as it was before the form was sent. */
const ANSWER_MINUTES = 60
/** For results that follow a verified proof: long enough to act on it, as long as the proof of a code. */
const PRIVATE_MINUTES = 10

type Place = { path: string; visitId: Buffer | null }
type FoundAnswer = { answer: unknown; isPrivate: boolean }

/**
 * Stores the result of a form until its page shows it, so that every post ends in a redirect: refreshing and going back never send the form
 * again. The page's address names the result; a visit finds only its own results.
 */
export type FormResults = {
  keep(answer: unknown, place: Place & { isPrivate: boolean }): Promise<string>
  /** `since`: when everything was erased in the requesting browser (ERASE-1), in milliseconds. */
  find(id: string, place: Place & { since?: number }): Promise<FoundAnswer | null>
  /** The form was sent again, and taken: going back must not show what was refused before. */
  forget(id: string, place: Place): Promise<void>
}

export function createFormResults({ db, version }: { db: Database; version: string }): FormResults {
  return {
    async keep(answer, { path, visitId, isPrivate }) {
      const minutes = isPrivate ? PRIVATE_MINUTES : ANSWER_MINUTES
      const id = randomBytes(16).toString('base64url')
      await sql`
        insert into page_answer (id, visit_id, path, version, answer, expires_at)
        values (${hash('sha256', id, 'buffer')}, ${visitId}, ${path}, ${version}, ${JSON.stringify({ answer, isPrivate }, withoutSecrets)}, now() + make_interval(mins => ${minutes}))
      `.execute(db)
      return id
    },
    async find(id, { path, visitId, since = 0 }) {
      if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return null
      const { rows } = await sql<{ answer: FoundAnswer }>`
        select answer from page_answer
        where id = ${hash('sha256', id, 'buffer')} and path = ${path} and version = ${version} and expires_at > now()
          and (visit_id = ${visitId}
            or (visit_id is null and expires_at - make_interval(mins => ${ANSWER_MINUTES}) >= to_timestamp(${since / 1000})))`.execute(db)
      return rows[0]?.answer ?? null
    },
    async forget(id, { path, visitId }) {
      await sql`
        delete from page_answer
        where id = ${hash('sha256', id, 'buffer')} and path = ${path} and (visit_id = ${visitId} or visit_id is null)`.execute(db)
    },
  }
}

/** Abuse 86: numbers and e-mail addresses are expected input; a card number or a PIN in a field is not. */
function withoutSecrets(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? maskSecrets(value, { keeps: value.includes('@') ? 'email' : 'mobile-number' }) : value
}
