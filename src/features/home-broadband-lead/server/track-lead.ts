import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { TrackedLead } from '../contract.ts'
import { findByOperatorId, findNewestOf, type StoredLead } from './home-broadband-lead.store.ts'
import type { OperatorLeads } from './operator-leads.ts'

type Question = { leadId: string; contactNumber: MobileNumber }
type AskedBy = { visit: Visit | null; asker: Asker }
type Known = { contactNumber: MobileNumber; own: StoredLead | null; hasSentIt: boolean }

export type LeadTracking = {
  track(question: Question & { uniqueCode?: string | undefined }, by: AskedBy): Promise<TrackedLead>
  /** For a page of the visit that answered the code: it holds nothing to show, and may ask again for as long as the proof lives. */
  trackProven(question: Question, by: AskedBy): Promise<TrackedLead>
  /** The number of the request that a visit sent last. */
  newestOf(visit: Visit | null): Promise<string | null>
}

/** Whether the money for a purchase is with the operator. */
export type LeadPayments = { isPaid(purchase: { purchaseId: string; visitId: Buffer }): Promise<boolean> }

type Parts = { db: Database; budgets: Budgets; operator: OperatorLeads; codes: OneTimeCodes; payments: LeadPayments }

/** LEAD-7. An unknown number of a request and one of another phone are the same answer. */
export function openLeadTracking({ db, budgets, operator, codes, payments }: Parts): LeadTracking {
  async function admit({ leadId, contactNumber }: Question, { visit, asker }: AskedBy): Promise<Known> {
    await budgets.spend('leadStates', asker)
    const own = await findByOperatorId(db, leadId)
    return { contactNumber, own, hasSentIt: own !== null && own.contact_number === contactNumber && isOf(own, visit) }
  }

  async function ask(leadId: string) {
    const answer = await operator.readLead(leadId)
    if (!answer.isGood && (answer.fault.kind === 'unavailable' || answer.fault.kind === 'unknown'))
      throw new Problem('operator-unavailable')
    return answer
  }

  async function isPaid(own: StoredLead | null): Promise<boolean | null> {
    if (!own?.purchase_id || !own.visit_id) return null
    return payments.isPaid({ purchaseId: own.purchase_id, visitId: own.visit_id })
  }

  async function tell(leadId: string, { contactNumber, own }: Known, answer: Awaited<ReturnType<typeof ask>>): Promise<TrackedLead> {
    const contact = answer.isGood ? (answer.value.contactNumber ?? own?.contact_number) : null
    if (!answer.isGood || contact !== contactNumber) throw new Problem('not-found', 'no such request for this number')
    const { state } = answer.value
    // Without a date of the operator's the request stands as it was sent; one that was not sent here has no other.
    const since = answer.value.since ?? own?.created_at
    if (!since) throw new Problem('operator-unavailable')
    return { leadId, state, since: since.toISOString(), contactNumber: maskMobileNumber(contactNumber), isPaid: await isPaid(own) }
  }

  return {
    async track({ uniqueCode, ...question }, by) {
      const known = await admit(question, by)
      const { hasSentIt, contactNumber: msisdn } = known
      if (!hasSentIt && uniqueCode === undefined) throw new Problem('code-user-unknown')
      // The operator is asked first, so that a code is not used up by an answer that does not come.
      const answer = await ask(question.leadId)
      const isProved =
        hasSentIt ||
        (uniqueCode !== undefined &&
          by.visit !== null &&
          (await codes.spend(uniqueCode, { msisdn, purpose: 'LEAD_STATUS', visit: by.visit })))
      if (!isProved) throw new Problem('code-user-unknown')
      return tell(question.leadId, known, answer)
    },

    async trackProven(question, by) {
      const known = await admit(question, by)
      const isProved =
        known.hasSentIt ||
        (by.visit !== null && (await codes.hasProven({ msisdn: known.contactNumber, purpose: 'LEAD_STATUS', visit: by.visit })))
      if (!isProved) throw new Problem('code-user-unknown')
      return tell(question.leadId, known, await ask(question.leadId))
    },

    async newestOf(visit) {
      if (!visit || visit.hasFormerCookie) return null
      return (await findNewestOf(db, visit.id))?.operator_lead_id ?? null
    },
  }
}

function isOf(lead: StoredLead, visit: Visit | null): boolean {
  return visit !== null && !visit.hasFormerCookie && lead.visit_id?.equals(visit.id) === true
}
