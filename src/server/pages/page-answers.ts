import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { maskSecrets } from '#shared/mask-secrets.ts'
import type { Database } from '../database/database.ts'

/** Long enough to read a message and to come back to it; afterwards the page is as it was before the form was sent. */
const ANSWER_MINUTES = 60
/** What a visitor proved something for: long enough to act on it, as long as the proof of a code. */
const PRIVATE_MINUTES = 10

type Place = { path: string; visitId: Buffer | null }

/**
 * Keeps what a form was answered until its page shows it, so that every post ends in a redirect: refreshing and going back never ask
 * to send again. The page's address names the answer; whoever has a visit finds only the answers of that visit.
 */
export type PageAnswers = {
  keep(answer: unknown, place: Place & { isPrivate: boolean }): Promise<string>
  find(id: string, place: Place): Promise<unknown>
}

export function openPageAnswers({ db, version }: { db: Database; version: string }): PageAnswers {
  return {
    async keep(answer, { path, visitId, isPrivate }) {
      const minutes = isPrivate ? PRIVATE_MINUTES : ANSWER_MINUTES
      const id = randomBytes(16).toString('base64url')
      await sql`
        insert into page_answer (id, visit_id, path, version, answer, expires_at)
        values (${hashOf(id)}, ${visitId}, ${path}, ${version}, ${JSON.stringify(answer, withoutSecrets)}, now() + make_interval(mins => ${minutes}))
      `.execute(db)
      return id
    },
    async find(id, { path, visitId }) {
      if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return null
      const { rows } = await sql<{ answer: unknown }>`
        select answer from page_answer
        where id = ${hashOf(id)} and path = ${path} and version = ${version} and expires_at > now()
          and (visit_id is null or visit_id = ${visitId})`.execute(db)
      return rows[0]?.answer ?? null
    },
  }
}

/** Abuse 86: numbers and e-mail addresses were asked for; a card number or a PIN that stands among what was typed was not. */
function withoutSecrets(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? maskSecrets(value, { keeps: value.includes('@') ? 'email' : 'mobile-number' }) : value
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
