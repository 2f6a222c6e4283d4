import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { OperatorBundle } from '#features/bundles/server/operator-catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import { MAP_LIMITS, isWithin } from '#features/places/coordinates.ts'
import { leadPurchase } from '#features/purchase/server/lead-purchase.ts'
import { storePurchase } from '#features/purchase/server/purchase.store.ts'
import type { Language } from '#shared/language.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import type { Visit } from '#server/visits.ts'
import type { LeadPayload, SentLead } from '../contract.ts'
import { endingOf, isFeasibleIn, LEADS_PER_DAY } from '../rules.ts'
import * as store from './home-broadband-lead.store.ts'
import { findPlan } from './lead-drafts.ts'
import type { LeadSettings } from './lead-settings.ts'
import type { OperatorLeads } from './operator-leads.ts'

const DAY_MS = 24 * 3_600_000
const PURCHASE_MS = DAY_MS
/** Longer than the operator's own time limit, so that nobody sends what is being sent. */
const SENDING_MS = 45_000
const LOOK_AGAIN_MS = 200
const LONGEST_WAIT_MS = 12_000

export type LeadSending = {
  submit(payload: LeadPayload, by: { visit: Visit; language: Language; asker: { key: string } }): Promise<SentLead>
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

/** A payload whose every claim was checked against what the server knows itself. */
type CheckedLead = { payload: LeadPayload; contactNumber: MobileNumber; plan: OperatorBundle; visit: Visit; language: Language }

export function openLeadSending({ db, clock, operator, codes, lines, catalogue, settings }: Parts): LeadSending {
  const dayAgo = () => new Date(clock.now().getTime() - DAY_MS)

  async function refuseTooMany(contactNumber: string): Promise<void> {
    if ((await store.countLeads(db, contactNumber, dayAgo())) >= LEADS_PER_DAY) throw new Problem('lead-limit-reached')
  }

  async function check(payload: LeadPayload, by: Parameters<LeadSending['submit']>[1]): Promise<CheckedLead> {
    const { contactNumber, plan: said, address, feasibility } = payload
    if (!isMobileNumber(contactNumber)) throw new Problem('bad-request')
    const plan = await findPlan(catalogue, said.code)
    if (said.amount !== plan.price) throw new Problem('amount-changed')
    const { lat, lng } = address
    if ((lat === null) !== (lng === null)) throw new Problem('bad-request', 'half a point')
    if (lat !== null && lng !== null && !isWithin(MAP_LIMITS, { latitude: lat, longitude: lng })) throw new Problem('bad-request', 'far away')
    if (feasibility !== isFeasibleIn(address.city, await settings.cities())) throw new Problem('bad-request', 'feasibility is not the town’s')
    if ((await lines.lineType(contactNumber, by.asker)) === 'INVALID') throw new Problem('line-does-not-fit')
    return { payload, contactNumber, plan, visit: by.visit, language: by.language }
  }

  /** The request in our own book, before anybody outside hears of it. */
  async function record({ payload, contactNumber, visit, language }: CheckedLead, keys: Keys): Promise<store.StoredLead> {
    const now = clock.now()
    const consentVersion = await settings.consentVersion()
    return db.transaction().execute(async (tx) => {
      await store.lockContact(tx, contactNumber)
      const same = await store.findSameRequest(tx, { requestHash: keys.request, visitId: visit.id, since: dayAgo() })
      if (same) return same
      if ((await store.countLeads(tx, contactNumber, dayAgo())) >= LEADS_PER_DAY) throw new Problem('lead-limit-reached')
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

  /** Sends it once. Whoever comes while it is being sent waits for that answer. */
  async function answered(row: store.StoredLead, lead: CheckedLead): Promise<store.StoredLead> {
    if (row.answered_at) return row
    const now = clock.now()
    if (!(await store.claimSending(db, row.id, { now, until: new Date(now.getTime() + SENDING_MS) }))) return waitForAnswer(row.id)
    const answer = await operator.submitLead(newLead(row, lead))
    if (!answer.isGood) {
      // An answer that did not come may have been a yes: it stays claimed for a while, so that it is not sent twice in a hurry.
      if (answer.fault.kind !== 'unknown') await store.releaseSending(db, row.id)
      throw new Problem('operator-unavailable', answer.fault.kind)
    }
    await store.keepAnswer(db, row.id, { leadId: answer.value.leadId, now: clock.now() })
    return { ...row, answered_at: clock.now(), operator_lead_id: answer.value.leadId }
  }

  async function waitForAnswer(id: string): Promise<store.StoredLead> {
    for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += LOOK_AGAIN_MS) {
      const row = await store.findById(db, id)
      if (row?.answered_at) return row
      await pause(LOOK_AGAIN_MS)
    }
    throw new Problem('operator-unavailable')
  }

  /** LEAD-6: what is to be paid is decided here, of the plan and the fee as they stand now. */
  async function withPurchase(row: store.StoredLead, { payload, contactNumber, plan, visit, language }: CheckedLead): Promise<store.StoredLead> {
    const leadId = row.operator_lead_id
    if (!row.is_feasible || leadId === null || row.purchase_id) return row
    const connectionFee = await settings.connectionFee()
    const queryData = leadPurchase({ leadId, contactNumber, email: payload.email, plan, connectionFee, language })
    const now = clock.now()
    const { purchaseId } = await storePurchase(db, visit, queryData, { now, expiresAt: new Date(now.getTime() + PURCHASE_MS) })
    await store.keepPurchase(db, row.id, purchaseId)
    return (await store.findById(db, row.id)) ?? row
  }

  return {
    refuseTooMany,

    async submit(payload, by) {
      const keys = keysOf(payload)
      const known = await store.findBySubmission(db, keys.submission)
      // The proof of somebody else's code, or of another request, opens nothing.
      if (known && (!known.visit_id?.equals(by.visit.id) || !known.request_hash.equals(keys.request))) throw new Problem('code-user-unknown')
      const lead = await check(payload, by)
      const row = known ?? (await begin(lead, keys))
      return sentLead(await withPurchase(await answered(row, lead), lead))
    },

    async readEnding(requestId, visit) {
      if (!visit) return null
      const row = await store.findById(db, requestId)
      return row?.answered_at && row.visit_id?.equals(visit.id) ? sentLead(row) : null
    },
  }

  async function begin(lead: CheckedLead, keys: Keys): Promise<store.StoredLead> {
    const { contactNumber, payload, visit } = lead
    const same = await store.findSameRequest(db, { requestHash: keys.request, visitId: visit.id, since: dayAgo() })
    if (!same) await refuseTooMany(contactNumber)
    if (await codes.spend(payload.uniqueCode, { msisdn: contactNumber, purpose: 'LEAD', visit })) return record(lead, keys)
    // Pressed twice at once: the other one has spent the code and is about to write the request down.
    await pause(LOOK_AGAIN_MS)
    const twin = await store.findBySubmission(db, keys.submission)
    if (!twin) throw new Problem('code-user-unknown')
    return twin
  }
}

type Keys = { submission: Buffer; request: Buffer }

function keysOf({ uniqueCode, ...request }: LeadPayload): Keys {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return { submission: hashOf(uniqueCode), request: hashOf(JSON.stringify(request)) }
}

function newLead(row: store.StoredLead, { payload, contactNumber, plan }: CheckedLead): Parameters<OperatorLeads['submitLead']>[0] {
  const { city, street1, landmark, country, lat, lng } = payload.address
  return {
    reference: row.reference,
    fullName: payload.fullName,
    contactNumber,
    email: payload.email,
    productCode: plan.productCode,
    price: plan.price,
    planDescription: payload.plan.description,
    address: { city, street: street1, landmark, country, latitude: lat, longitude: lng },
    isFeasible: row.is_feasible,
    consentedAt: row.consented_at,
    consentVersion: row.consent_version,
  }
}

function sentLead({ id, operator_lead_id: leadId, is_feasible: isFeasible, purchase_id: purchaseId }: store.StoredLead): SentLead {
  return { refLeadId: leadId, requestId: id, ending: endingOf({ isFeasible, leadId }), purchaseId }
}
