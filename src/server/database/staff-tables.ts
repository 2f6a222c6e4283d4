import type { ColumnType, Generated, JSONColumnType } from 'kysely'

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
  staff_proposal: {
    id: Generated<number>
    act: string
    order_id: string | null
    reference: string | null
    request: JSONColumnType<object>
    mark: string
    amount_minor: number | null
    currency: string | null
    proposed_by: string
    proposed_name: string
    proposed_at: Date
    expires_at: Date
    state: string
    decided_by: string | null
    decided_name: string | null
    decided_at: Date | null
    decision_note: string | null
  }
  staff_act: {
    key: string
    actor_id: string
    hash: string
    act: string
    order_id: string | null
    at: Date
    result: JSONColumnType<object> | null
    is_emergency: Generated<boolean>
  }
  staff_note: { id: Generated<number>; order_id: string; at: Date; by_id: string; by_name: string; words: string }
  staff_assignment: { order_id: string; to_id: string | null; to_name: string | null; at: Date }
  way_closure: {
    id: Generated<number>
    connector: string
    reason: string
    note: string
    closed_at: ColumnType<Date, Date, never>
    closed_by: string
    closed_name: string
    until: Date
    until_set_at: Date
    renewals: Generated<number>
    ended_at: Date | null
    ended_by: string | null
  }
  announcement: {
    id: Generated<number>
    kind: string
    service: string
    town: string | null
    words: JSONColumnType<Record<string, { title: string; text: string }>> | null
    starts_at: ColumnType<Date, Date, never>
    ends_at: Date
    by_id: string
    by_name: string
    approved_by: string | null
    approved_name: string | null
    taken_down_at: Date | null
    taken_down_name: string | null
  }
}
