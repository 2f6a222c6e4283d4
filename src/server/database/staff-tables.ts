import type { ColumnType, JSONColumnType } from 'kysely'

/** What the operator's staff did and proposed. */
export type StaffTables = {
  audit_entry: {
    sequence: number
    at: ColumnType<Date, Date, never>
    actor_id: string
    actor_name: string
    actor_roles: string[]
    act: string
    outcome: string
    target_kind: string | null
    target_id: string | null
    detail: JSONColumnType<Record<string, string | number | boolean | null>>
    hash: Buffer
  }
}
