import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'

type Json = JSONColumnType<object>

/** Statements of providers and what was found in them. Days are '2026-11-17'. */
export type ReconciliationTables = {
  recon_mapping: { source: string; name: string; mapping: Json; saved_by: string; saved_at: Date }
  recon_day: {
    source: string
    day: string
    version: ColumnType<number, number | undefined, number>
    compared_at: Date | null
    compared_by: string | null
    totals: ColumnType<object, string | undefined, string>
    first_by_id: string | null
    first_by_name: string | null
    first_at: Date | null
    second_by_id: string | null
    second_by_name: string | null
    second_at: Date | null
  }
  recon_statement: {
    id: GeneratedAlways<number>
    source: string
    day: string
    file_name: string
    file_hash: Buffer
    file_bytes: number
    file_kind: Json
    probe: Json
    mapping: ColumnType<object | null, string | null | undefined, string | null>
    upload_id: string
    uploaded_by_id: string
    uploaded_by_name: string
    uploaded_at: Date
    counts: ColumnType<object | null, string | null | undefined, string | null>
    compared_at: Date | null
  }
  recon_file_part: { upload_id: string; part: number; sealed: string; stored_at: ColumnType<Date, never, never> }
  recon_line: {
    id: GeneratedAlways<number>
    statement_id: number
    source: string
    day: string
    line: number
    reference: string
    is_ours: boolean
    minor: number
    currency: string
    state: string
    fee_minor: number | null
    net_minor: number | null
    at: Date | null
    number: string | null
    payout: string | null
    is_repeat: boolean
  }
  recon_difference: {
    source: string
    day: string
    name: string
    reference: string
    line: number | null
    there_minor: number | null
    there_currency: string | null
    there_state: string | null
    here_minor: number | null
    here_currency: string | null
    here_state: string | null
    order_id: string | null
    explained_as: string | null
    note: string | null
    explained_by_id: string | null
    explained_by_name: string | null
    explained_at: Date | null
  }
}
