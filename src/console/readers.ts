import { STAFF_ROLES } from '#shared/staff-role.ts'

/** CON-2: all roles except that of editors read payments, reviews and proposals; an editor's work is texts. */
export const PAYMENT_READERS = STAFF_ROLES.filter((role) => role !== 'editor')
