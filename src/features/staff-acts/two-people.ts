import type { AuditEntry } from '#features/audit/audit-entry.ts'
import type { Actor } from './desk-ports.ts'

export const PROPOSAL_HOURS = 24

/** CON-4: what ends by time is told by the portal itself. */
export const PORTAL: AuditEntry['actor'] = { id: 'portal', name: 'portal', roles: [] }

/** CON-3: in a shell people only name themselves, so their names must differ too. */
export function isSamePerson(staff: Actor, proposedBy: { id: string; name: string }): boolean {
  return staff.id === proposedBy.id || (staff.via === 'command' && plainName(staff.name) === plainName(proposedBy.name))
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
