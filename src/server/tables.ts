import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The shape of every table in `migrations/`, for the query builder. Rows never leave the server half. */
export type Tables = {
  visit: {
    id: Buffer
    draft: JSONColumnType<Record<string, unknown>>
    created_at: ColumnType<Date, Date, never>
    expires_at: Date
  }
  rate_limit: { key: string; arrives_at: Date }
  sealing_key: { id: string; private_key: string; public_key: string; created_at: Date; retires_at: Date | null }
  used_nonce: { nonce: string; expires_at: Date }
  content_package: {
    id: Generated<number>
    name: string
    language: string
    body: ColumnType<unknown, string, never>
    source: string
    imported_at: Generated<Date>
  }
  content_active: { name: string; language: string; package_id: number }
  analytics_count: { day: ColumnType<string, string, never>; page: string; action: string; language: string; count: number }
}
