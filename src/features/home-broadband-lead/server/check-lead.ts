import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { OperatorBundle } from '#features/bundles/server/operator-catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import { isWithin } from '#features/places/coordinates.ts'
import { MAP_LIMITS } from '#features/places/operator-map.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { LeadRequest } from '../contract.ts'
import { isFeasibleIn } from '../rules.ts'
import { findPlan } from './lead-drafts.ts'
import type { LeadSettings } from './lead-settings.ts'
import { maskPayload } from './mask-lead.ts'

/** The sender of a request. */
export type Sender = { visit: Visit; language: Language; caller: Caller }

/** A payload whose plan, price, place, feasibility and line were checked against the server's own data. */
export type CheckedLead = { payload: LeadRequest; contactNumber: MobileNumber; plan: OperatorBundle; visit: Visit; language: Language }

type Deps = { catalogue: Catalogue; lines: LineChecks; settings: LeadSettings }

export async function checkLead({ catalogue, lines, settings }: Deps, payload: LeadRequest, sender: Sender): Promise<CheckedLead> {
  const { contactNumber, plan: said, address, feasibility } = payload
  const plan = await findPlan(catalogue, said.code)
  if (said.amount !== toMajor(plan.price)) throw new Problem('amount-changed')
  refuseStrangePoint(address)
  if (feasibility !== isFeasibleIn(address.city, await settings.cities())) throw new Problem('bad-request', 'feasibility is not the town’s')
  if ((await lines.lineType(contactNumber, sender.caller)) === 'INVALID') throw new Problem('line-does-not-fit')
  return { payload: maskPayload(payload), contactNumber, plan, visit: sender.visit, language: sender.language }
}

function refuseStrangePoint({ lat, lng }: LeadRequest['address']): void {
  if (lat === null && lng === null) return
  if (lat === null || lng === null) throw new Problem('bad-request', 'half a point')
  if (!isWithin(MAP_LIMITS, { latitude: lat, longitude: lng })) throw new Problem('bad-request', 'the point is not in or near the country')
}
