import { useEffect } from 'react'
import { writeSession } from '#portal/session-keys.ts'

/**
 * LEAD-6: the specification's flag and the number of the request. It is for callers of the field that look there; what is paid for
 * is decided by the purchase that the server made.
 */
export function useLeadsMode(leadId: string | null): void {
  useEffect(() => {
    if (leadId === null) leaveLeadsMode()
    else {
      writeSession('isTenereWorks', 'true')
      writeSession('id', leadId)
    }
  }, [leadId])
}

function leaveLeadsMode(): void {
  writeSession('isTenereWorks', null)
  writeSession('id', null)
}
