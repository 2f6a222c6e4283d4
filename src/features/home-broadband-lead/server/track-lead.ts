import { isMobileNumber, maskMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Asker } from '#server/asker.ts'
import type { Budgets } from '#server/budgets.ts'
import type { Database } from '#server/database.ts'
import type { Visit } from '#server/visits.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import { findByOperatorId, type StoredLead } from './home-broadband-lead.store.ts'
import type { LeadState, OperatorLeads } from './operator-leads.ts'

type Question = { leadId: string; contactNumber: string; uniqueCode?: string | undefined }

export type TrackedLead = { leadId: string; state: LeadState; since: string; contactNumber: string }

export type LeadTracking = { track(question: Question, by: { visit: Visit | null; asker: Asker }): Promise<TrackedLead> }

type Parts = { db: Database; budgets: Budgets; operator: OperatorLeads; codes: OneTimeCodes }

/** LEAD-7. An unknown number of a request and one of another phone are the same answer. */
export function openLeadTracking({ db, budgets, operator, codes }: Parts): LeadTracking {
  return {
    async track({ leadId, contactNumber, uniqueCode }, { visit, asker }) {
      if (!isMobileNumber(contactNumber)) throw new Problem('bad-request')
      await budgets.spend('leadStates', asker)
      const own = await findByOperatorId(db, leadId)
      const hasSentIt = own !== null && own.contact_number === contactNumber && isOf(own, visit)
      if (!hasSentIt && uniqueCode === undefined) throw new Problem('code-user-unknown')
      // The operator is asked first, so that a code is not used up by an answer that does not come.
      const answer = await operator.readLead(leadId)
      if (!answer.isGood && (answer.fault.kind === 'unavailable' || answer.fault.kind === 'unknown'))
        throw new Problem('operator-unavailable')
      const isProved =
        hasSentIt ||
        (uniqueCode !== undefined &&
          visit !== null &&
          (await codes.spend(uniqueCode, { msisdn: contactNumber, purpose: 'LEAD_STATUS', visit })))
      if (!isProved) throw new Problem('code-user-unknown')
      const contact = answer.isGood ? (answer.value.contactNumber ?? own?.contact_number) : null
      if (!answer.isGood || contact !== contactNumber) throw new Problem('not-found', 'no such request for this number')
      const { state, since } = answer.value
      return { leadId, state, since: since.toISOString(), contactNumber: maskMobileNumber(contactNumber) }
    },
  }
}

function isOf(lead: StoredLead, visit: Visit | null): boolean {
  return visit !== null && !visit.hasFormerCookie && lead.visit_id?.equals(visit.id) === true
}
