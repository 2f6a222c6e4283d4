import type { StaffRole } from '#shared/staff-role.ts'

export const AUDIT_OUTCOMES = ['done', 'proposed', 'approved', 'rejected', 'refused', 'expired'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>

/** CON-4: one line of the audit log. Texts are masked when it is written: it never holds a full number, PIN, code or e-mail address. */
export type AuditEntry = {
  actor: { id: string; name: string; roles: readonly StaffRole[] }
  /** A staff act, or another deed of the console such as `sign-in`. */
  act: string
  outcome: AuditOutcome
  /** A payment is named by its reference. */
  target: { kind: string; id: string } | null
  detail: AuditDetail
}

/** An entry as stored: `sequence` counts without gaps, and `hash` covers the entry and the one before it. */
export type StoredAuditEntry = AuditEntry & { sequence: number; at: Date; hash: string }
