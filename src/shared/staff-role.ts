/** The roles of the operator's staff in the console; a person may hold several. */
export const STAFF_ROLES = ['viewer', 'care', 'finance', 'editor', 'approver'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** A member of staff, as the identity provider names them. */
export type Staff = { id: string; name: string; roles: readonly StaffRole[] }

export function isStaffRole(word: string): word is StaffRole {
  return STAFF_ROLES.some((role) => role === word)
}
