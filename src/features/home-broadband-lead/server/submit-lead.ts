import { hash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import { leadPurchase } from '#features/purchase/server/lead-purchase.ts'
import { storePurchase } from '#features/purchase/server/purchase.store.ts'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { LeadPayload, LeadRequest, SentLead } from '../contract.ts'
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
  /** For pages of a visit that verified the code. An unanswered request is sent again without another code. */
  submitProven(request: LeadRequest, sender: Sender): Promise<SentLead>
  /** The outcome of a request of this visit; null for a request of another visit or without an answer. */
  readEnding(requestId: string, visit: Visit | null): Promise<SentLead | null>
  /** Checked before a code is sent, so that no code is sent for a request that would be refused. */
  refuseTooMany(contactNumber: string): Promise<void>
}

type Deps = {
  db: Database
  clock: Clock
  operator: OperatorLeads
  codes: OneTimeCodes
  lines: LineChecks
  catalogue: Catalogue
  settings: LeadSettings
}

type Keys = { submission: Buffer; request: Buffer }

/** The proof that a request needs: how to use it up, and how to find the request that used it up a moment ago. */
type Opening = Keys & { consume: () => Promise<boolean>; findTwin: () => Promise<store.StoredLead | null> }

export function createLeadSending(parts: Deps): LeadSending {
  const { db, clock, codes } = parts

  async function send(row: store.StoredLead, lead: CheckedLead): Promise<SentLead> {
    return sentLead(await withPurchase(parts, await sendOnce(parts, row, lead), lead))
  }

  return {
    refuseTooMany: (contactNumber) => refuseTooMany(db, contactNumber, dayBefore(clock)),

    async submit({ uniqueCode, ...request }, sender) {
      const keys = { submission: hash('sha256', uniqueCode, 'buffer'), request: hash('sha256', JSON.stringify(request), 'buffer') }
      const findKnown = () => store.findLead(db, 'submission_key', keys.submission)
      const known = await findKnown()
      // The proof of another visit, or of another request, is invalid.
      if (known && (!known.visit_id?.equals(sender.visit.id) || !known.request_hash.equals(keys.request)))
        throw new Problem('code-user-unknown')
      const lead = await checkLead(parts, request, sender)
      const consume = () => codes.consume(uniqueCode, bindingOf(lead))
      return send(known ?? (await begin(parts, lead, { ...keys, consume, findTwin: findKnown })), lead)
    },

    async submitProven(request, sender) {
      const lead = await checkLead(parts, request, sender)
      const keys = { submission: randomBytes(32), request: hash('sha256', JSON.stringify(request), 'buffer') }
      const findSame = () => findSameRequest(parts, lead, keys.request)
      const consume = () => codes.spendProven(bindingOf(lead))
      return send((await findSame()) ?? (await begin(parts, lead, { ...keys, consume, findTwin: findSame })), lead)
    },

    async readEnding(requestId, visit) {
      if (!visit || visit.hasPreviousCookie) return null
      const row = await store.findLead(db, 'id', requestId)
      return row?.answered_at && row.visit_id?.equals(visit.id) ? sentLead(row) : null
    },
  }
}

function bindingOf({ contactNumber, visit }: CheckedLead) {
  return { msisdn: contactNumber, purpose: 'LEAD' as const, visit }
}

function findSameRequest({ db, clock }: Pick<Deps, 'db' | 'clock'>, { visit }: CheckedLead, requestHash: Buffer) {
  return store.findSameRequest(db, { requestHash, visitId: visit.id, since: dayBefore(clock) })
}

/** Uses up the code first: a call without a valid one leaves no trace. */
async function begin(parts: Deps, lead: CheckedLead, opening: Opening): Promise<store.StoredLead> {
  const { db, clock } = parts
  if (!(await findSameRequest(parts, lead, opening.request))) await refuseTooMany(db, lead.contactNumber, dayBefore(clock))
  if (await opening.consume()) return record(parts, lead, opening)
  // Two parallel calls: the other one used the code and is about to store the request.
  await pause(LOOK_AGAIN_MS)
  const twin = await opening.findTwin()
  if (!twin) throw new Problem('code-user-unknown')
  return twin
}

/** Stores the request before the operator receives it. */
async function record({ db, clock, settings }: Deps, lead: CheckedLead, keys: Keys): Promise<store.StoredLead> {
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

/** LEAD-6: decides the amount here, from the current plan and fee. */
async function withPurchase({ db, clock, settings }: Deps, row: store.StoredLead, lead: CheckedLead): Promise<store.StoredLead> {
  const leadId = row.operator_lead_id
  if (!row.is_feasible || leadId === null || row.purchase_id) return row
  const { payload, contactNumber, plan, visit, language } = lead
  const connectionFee = await settings.connectionFee()
  const queryData = leadPurchase({ leadId, contactNumber, email: payload.email, plan, connectionFee, language })
  const now = clock.now()
  const { purchaseId } = await storePurchase(db, visit, queryData, { now, expiresAt: new Date(now.getTime() + PURCHASE_MS) })
  await store.keepPurchase(db, row.id, purchaseId)
  return (await store.findLead(db, 'id', row.id)) ?? row
}

async function refuseTooMany(db: Database, contactNumber: string, since: Date): Promise<void> {
  if ((await store.countLeads(db, contactNumber, since)) >= LEADS_PER_DAY) throw new Problem('lead-limit-reached')
}

function dayBefore(clock: Clock): Date {
  return new Date(clock.now().getTime() - DAY_MS)
}

function sentLead({ id, operator_lead_id: leadId, is_feasible: isFeasible, purchase_id: purchaseId }: store.StoredLead): SentLead {
  return { refLeadId: leadId, requestId: id, ending: endingOf({ isFeasible, leadId }), purchaseId }
}
