import type { ColumnType, JSONColumnType } from 'kysely'

/** Sessions of the operator's console. */
export type ConsoleTables = {
  console_session: {
    id: Buffer
    staff_id: string
    staff_name: string
    roles: string[]
    sealed: string
    began_at: ColumnType<Date, Date, never>
    seen_at: Date
    ends_at: Date
    roles_at: Date
    asked_at: Date
    notice: JSONColumnType<{ tone: 'good' | 'info' | 'warn' | 'bad'; title: string; text?: string }> | null
  }
  console_sign_in: { id: Buffer; sealed: string; ends_at: Date }
  console_full_number: { session_id: Buffer; target_kind: string; target_id: string; ends_at: Date }
}
