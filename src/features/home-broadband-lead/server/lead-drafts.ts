import { Value } from 'typebox/value'
import { formProblems, tidyValues, type FormProblems, type FormValues } from '../form-rules.ts'
import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { OperatorBundle } from '#features/bundles/server/operator-catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import { isWithin, type Coordinates } from '#features/places/coordinates.ts'
import { MAP_LIMITS } from '#features/places/operator-map.ts'
import type { Geocoder } from '#features/places/server/geocoder.ts'
import { isEmail } from '#shared/email.ts'
import type { Language } from '#shared/language.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { maskAddress } from '#shared/mask-address.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { Problem } from '#shared/problem.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Visits } from '#features/visit/server/visits.ts'
import { LeadDraft } from '../contract.ts'
import { LEAD_SERVICE_TYPE } from '../rules.ts'
import type { LeadSettings } from './lead-settings.ts'
import { maskValues } from './mask-lead.ts'
import { locateAddress } from './locate-address.ts'

/** The choices and inputs of a visit before it sends a request. They stay within the visit. */
export type LeadDrafts = {
  read(visit: Visit | null): LeadDraft
  choosePlan(visit: Visit, choice: { productCode: string; redirectUrl?: string | undefined }): Promise<void>
  /** Returns problems for the visitor. Without any, it stores the details and locates the address. */
  saveDetails(visit: Visit, details: Details): Promise<{ problems: FormProblems; isLocated: boolean }>
  savePoint(visit: Visit, point: Coordinates | null, language: Language): Promise<LeadDraft['point']>
  /** Deletes the details after a request was sent, because they are no longer needed. */
  forgetDetails(visit: Visit): Promise<void>
}

type Details = { productCode: string; values: FormValues; language: Language; caller: Caller }

type Deps = { visits: Visits; catalogue: Catalogue; lines: LineChecks; geocoder: Geocoder; settings: LeadSettings }

const NOTHING: LeadDraft = { productCode: null, redirectUrl: '/', values: null, point: null }

export function createLeadDrafts({ visits, catalogue, lines, geocoder, settings }: Deps): LeadDrafts {
  /** An older version may have written the draft: a value that no longer fits is dropped, and its redirect is checked again. */
  function read(visit: Visit | null): LeadDraft {
    const kept = visit?.draft.homeBroadbandLead
    return Value.Check(LeadDraft, kept) ? { ...kept, redirectUrl: pathInsidePortal(kept.redirectUrl) } : NOTHING
  }

  async function keep(visit: Visit, change: Partial<LeadDraft>): Promise<void> {
    await visits.saveDraft(visit, { homeBroadbandLead: { ...read(visit), ...change } })
  }

  async function problemsIn(values: FormValues, { language, caller }: Pick<Details, 'language' | 'caller'>): Promise<FormProblems> {
    const problems = formProblems(await settings.form(language), values)
    const { msisdn = '', email = '' } = values
    if (!problems.email && !isEmail(email.trim())) problems.email = 'invalid'
    if (problems.msisdn) return problems
    // LEAD-2: only a number of the operator can receive the code and be called back.
    const isOurs = isMobileNumber(msisdn) && (await lines.lineType(msisdn, caller)) !== 'INVALID'
    return isOurs ? problems : { ...problems, msisdn: 'invalid' }
  }

  return {
    read,

    async choosePlan(visit, { productCode, redirectUrl }) {
      await findPlan(catalogue, productCode)
      await keep(visit, { productCode, ...(redirectUrl === undefined ? {} : { redirectUrl: maskAddress(pathInsidePortal(redirectUrl)) }) })
    },

    async saveDetails(visit, { productCode, values: typed, language, caller }) {
      await findPlan(catalogue, productCode)
      const values = { ...typed, msisdn: nationalDigits(typed.msisdn ?? '') }
      const problems = await problemsIn(values, { language, caller })
      if (Object.keys(problems).length > 0) return { problems, isLocated: false }
      const kept = maskValues(tidyValues(await settings.form(language), values))
      const { installationAddress: address = '', landmark = '', town = '' } = kept
      const place = await locateAddress(geocoder, { address, landmark, town }, language)
      const point = place && { latitude: place.latitude, longitude: place.longitude, address: place.address }
      await keep(visit, { productCode, values: kept, point })
      return { problems, isLocated: point !== null }
    },

    async savePoint(visit, point, language) {
      if (point && !isWithin(MAP_LIMITS, point)) throw new Problem('bad-request', 'the point is not in or near the country')
      if (!point) return read(visit).point
      const { address } = await geocoder.describe(point, language)
      await keep(visit, { point: { ...point, address } })
      return { ...point, address }
    },

    async forgetDetails(visit) {
      await keep(visit, { values: null, point: null })
    },
  }
}

/** LEAD-1: a plan of this service that is on sale, with the catalogue's price. */
export async function findPlan(catalogue: Catalogue, productCode: string): Promise<OperatorBundle> {
  const plan = await catalogue.find(productCode)
  if (plan?.serviceType !== LEAD_SERVICE_TYPE) throw new Problem('bundle-not-sold')
  return plan
}
