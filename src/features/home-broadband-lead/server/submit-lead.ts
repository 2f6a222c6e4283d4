import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import { leadPurchase } from '#features/purchase/server/lead-purchase.ts'
import { storePurchase } from '#features/purchase/server/purchase.store.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import type { Visit } from '#server/visits.ts'
import type { LeadPayload, SentLead } from '../contract.ts'
import { endingOf, LEADS_PER_DAY } from '../rules.ts'
import { checkLead, type CheckedLead, type Sender } from './check-lead.ts'
import * as store from './home-broadband-lead.store.ts'
import type { LeadSettings } from './lead-settings.ts'
import type { OperatorLeads } from './operator-leads.ts'
import { LOOK_AGAIN_MS, sendOnce } from './send-once.ts'

const DAY_MS = 24 * 3_600_000
const PURCHASE_MS = DAY_MS

export type LeadSending = {
  submit(payload: LeadPayload, sender: Sender): Promise<SentLead>
  /** How a request of this visit ended; null for one that is somebody else's or not answered. */
  readEnding(requestId: string, visit: Visit | null): Promise<SentLead | null>
  /** So that nobody is sent a code for a request that would be refused. */
  refuseTooMany(contactNumber: string): Promise<void>
}

type Parts = {
  db: Database
  clock: Clock
  operator: OperatorLeads
  codes: OneTimeCodes
  lines: LineChecks
  catalogue: Catalogue
  settings: LeadSettings
}

type Keys = { submission: Buffer; request: Buffer }

export function openLeadSending(parts: Parts): LeadSending {
  const { db } = parts
  return {
    refuseTooMany: (contactNumber) => refuseTooMany(db, contactNumber, dayBefore(parts.clock)),

    async submit(payload, sender) {
      const keys = keysOf(payload)
      const known = await store.findBySubmission(db, keys.submission)
      // The proof of somebody else's code, or of another request, opens nothing.
      if (known && (!known.visit_id?.equals(sender.visit.id) || !known.request_hash.equals(keys.request)))
        throw new Problem('code-user-unknown')
      const lead = await checkLead(parts, payload, sender)
      const row = known ?? (await begin(parts, lead, keys))
      return sentLead(await withPurchase(parts, await sendOnce(parts, row, lead), lead))
    },

    async readEnding(requestId, visit) {
      if (!visit || visit.hasFormerCookie) return null
      const row = await store.findById(db, requestId)
      return row?.answered_at && row.visit_id?.equals(visit.id) ? sentLead(row) : null
    },
  }
}

/** The code is used up first: whoever cannot show one leaves no trace. */
async function begin(parts: Parts, lead: CheckedLead, keys: Keys): Promise<store.StoredLead> {
  const { db, clock, codes } = parts
  const { contactNumber, payload, visit } = lead
  const same = await store.findSameRequest(db, { requestHash: keys.request, visitId: visit.id, since: dayBefore(clock) })
  if (!same) await refuseTooMany(db, contactNumber, dayBefore(clock))
  if (await codes.spend(payload.uniqueCode, { msisdn: contactNumber, purpose: 'LEAD', visit })) return record(parts, lead, keys)
  // Pressed twice at once: the other one has spent the code and is about to write the request down.
  await pause(LOOK_AGAIN_MS)
  const twin = await store.findBySubmission(db, keys.submission)
  if (!twin) throw new Problem('code-user-unknown')
  return twin
}

/** The request in our own book, before anybody outside hears of it. */
async function record({ db, clock, settings }: Parts, lead: CheckedLead, keys: Keys): Promise<store.StoredLead> {
  const { payload, contactNumber, visit, language } = lead
  const now = clock.now()
  const consentVersion = await settings.consentVersion()
  return db.transaction().execute(async (tx) => {
    await store.lockContact(tx, contactNumber)
    const same = await store.findSameRequest(tx, { requestHash: keys.request, visitId: visit.id, since: dayBefore(clock) })
    if (same) return same
    await refuseTooMany(tx, contactNumber, dayBefore(clock))
    return store.insertLead(tx, {
      id: randomBytes(16).toString('base64url'),
      reference: `L${randomBytes(9).toString('hex').toUpperCase()}`,
      visit_id: visit.id,
      submission_key: keys.submission,
      request_hash: keys.request,
      contact_number: contactNumber,
      product_code: payload.plan.code,
      city: payload.address.city,
      is_feasible: payload.feasibility,
      consented_at: now,
      consent_version: consentVersion,
      language,
      created_at: now,
    })
  })
}

/** LEAD-6: what is to be paid is decided here, of the plan and the fee as they stand now. */
async function withPurchase({ db, clock, settings }: Parts, row: store.StoredLead, lead: CheckedLead): Promise<store.StoredLead> {
  const leadId = row.operator_lead_id
  if (!row.is_feasible || leadId === null || row.purchase_id) return row
  const { payload, contactNumber, plan, visit, language } = lead
  const connectionFee = await settings.connectionFee()
  const queryData = leadPurchase({ leadId, contactNumber, email: payload.email, plan, connectionFee, language })
  const now = clock.now()
  const { purchaseId } = await storePurchase(db, visit, queryData, { now, expiresAt: new Date(now.getTime() + PURCHASE_MS) })
  await store.keepPurchase(db, row.id, purchaseId)
  return (await store.findById(db, row.id)) ?? row
}

async function refuseTooMany(db: Database, contactNumber: string, since: Date): Promise<void> {
  if ((await store.countLeads(db, contactNumber, since)) >= LEADS_PER_DAY) throw new Problem('lead-limit-reached')
}

function dayBefore(clock: Clock): Date {
  return new Date(clock.now().getTime() - DAY_MS)
}

function keysOf({ uniqueCode, ...request }: LeadPayload): Keys {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return { submission: hashOf(uniqueCode), request: hashOf(JSON.stringify(request)) }
}

function sentLead({ id, operator_lead_id: leadId, is_feasible: isFeasible, purchase_id: purchaseId }: store.StoredLead): SentLead {
  return { refLeadId: leadId, requestId: id, ending: endingOf({ isFeasible, leadId }), purchaseId }
}
