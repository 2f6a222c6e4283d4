import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { CheckedLead } from './check-lead.ts'
import * as store from './home-broadband-lead.store.ts'
import type { NewLead, OperatorLeads } from './operator-leads.ts'

/** Longer than the operator's own time limit, so that a request in progress is not sent twice. */
const SENDING_MS = 45_000
export const LOOK_AGAIN_MS = 200
const MAX_WAIT_MS = 12_000

type Deps = { db: Database; clock: Clock; operator: OperatorLeads }

/** Sends a request to the operator once. A parallel call waits for the same answer. */
export async function sendOnce(parts: Deps, row: store.StoredLead, lead: CheckedLead): Promise<store.StoredLead> {
  const { db, clock, operator } = parts
  if (row.answered_at) return row
  const now = clock.now()
  if (!(await store.claimSending(db, row.id, { now, until: new Date(now.getTime() + SENDING_MS) }))) return waitForAnswer(db, row.id)
  const answer = await operator.submitLead(newLead(row, lead))
  if (!answer.ok) {
    // A missing answer may have been an acceptance, so the claim lasts until it expires and prevents an early duplicate.
    if (answer.fault.kind !== 'unknown') await store.releaseSending(db, row.id)
    throw new Problem('operator-unavailable', answer.fault.kind)
  }
  const { leadId } = answer.value
  const answeredAt = clock.now()
  await store.keepAnswer(db, row.id, { leadId, now: answeredAt })
  return { ...row, answered_at: answeredAt, operator_lead_id: leadId }
}

async function waitForAnswer(db: Database, id: string): Promise<store.StoredLead> {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += LOOK_AGAIN_MS) {
    const row = await store.findLead(db, 'id', id)
    if (row?.answered_at) return row
    await pause(LOOK_AGAIN_MS)
  }
  throw new Problem('operator-unavailable')
}

function newLead(row: store.StoredLead, { payload, contactNumber, plan }: CheckedLead): NewLead {
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
