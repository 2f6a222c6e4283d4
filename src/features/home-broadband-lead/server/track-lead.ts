import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { TrackedLead } from '../contract.ts'
import { findLead, findNewestOf, type StoredLead } from './home-broadband-lead.store.ts'
import type { OperatorLeads } from './operator-leads.ts'

type Question = { leadId: string; contactNumber: MobileNumber }
type AskedBy = { visit: Visit | null; caller: Caller }
type Known = { contactNumber: MobileNumber; own: StoredLead | null; hasSentIt: boolean }

export type LeadTracking = {
  track(question: Question & { uniqueCode?: string | undefined }, by: AskedBy): Promise<TrackedLead>
  /** For pages of a visit that verified the code. They hold no proof, and may ask repeatedly while the proof is valid. */
  trackProven(question: Question, by: AskedBy): Promise<TrackedLead>
  /** The operator's number of the visit's latest request. */
  newestOf(visit: Visit | null): Promise<string | null>
}

/** Whether the payment of a purchase is complete. */
export type LeadPayments = { isPaid(purchase: { purchaseId: string; visitId: Buffer }): Promise<boolean> }

type Deps = { db: Database; rateLimiter: RateLimiter; operator: OperatorLeads; codes: OneTimeCodes; payments: LeadPayments }

/** LEAD-7. An unknown number of a request and one of another phone get the same response. */
export function createLeadTracking({ db, rateLimiter, operator, codes, payments }: Deps): LeadTracking {
  async function admit({ leadId, contactNumber }: Question, { visit, caller }: AskedBy): Promise<Known> {
    await rateLimiter.consume('leadStates', caller)
    const own = await findLead(db, 'operator_lead_id', leadId)
    return { contactNumber, own, hasSentIt: own !== null && own.contact_number === contactNumber && isOf(own, visit) }
  }

  async function ask(leadId: string) {
    const answer = await operator.readLead(leadId)
    if (!answer.ok && (answer.fault.kind === 'unavailable' || answer.fault.kind === 'unknown')) throw new Problem('operator-unavailable')
    return answer
  }

  async function isPaid(own: StoredLead | null): Promise<boolean | null> {
    if (!own?.purchase_id || !own.visit_id) return null
    return payments.isPaid({ purchaseId: own.purchase_id, visitId: own.visit_id })
  }

  async function tell(leadId: string, { contactNumber, own }: Known, answer: Awaited<ReturnType<typeof ask>>): Promise<TrackedLead> {
    const contact = answer.ok ? (answer.value.contactNumber ?? own?.contact_number) : null
    if (!answer.ok || contact !== contactNumber) throw new Problem('not-found', 'no such request for this number')
    const { state } = answer.value
    // Without a date from the operator the time of sending applies; requests of other systems have none.
    const since = answer.value.since ?? own?.created_at
    if (!since) throw new Problem('operator-unavailable')
    return { leadId, state, since: since.toISOString(), contactNumber: maskMobileNumber(contactNumber), isPaid: await isPaid(own) }
  }

  return {
    async track({ uniqueCode, ...question }, by) {
      const known = await admit(question, by)
      const { hasSentIt, contactNumber: msisdn } = known
      if (!hasSentIt && uniqueCode === undefined) throw new Problem('code-user-unknown')
      // Asks the operator first, so that a missing answer uses up no code.
      const answer = await ask(question.leadId)
      const isProved =
        hasSentIt ||
        (uniqueCode !== undefined &&
          by.visit !== null &&
          (await codes.consume(uniqueCode, { msisdn, purpose: 'LEAD_STATUS', visit: by.visit })))
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
      if (!visit || visit.hasPreviousCookie) return null
      return (await findNewestOf(db, visit.id))?.operator_lead_id ?? null
    },
  }
}

function isOf(lead: StoredLead, visit: Visit | null): boolean {
  return visit !== null && !visit.hasPreviousCookie && lead.visit_id?.equals(visit.id) === true
}
