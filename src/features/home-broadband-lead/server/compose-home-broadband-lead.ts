import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { Geocoder } from '#features/places/server/geocoder.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Visits } from '#features/visit/server/visits.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { homeBroadbandLeadCalls } from './home-broadband-lead.calls.ts'
import { createLeadDrafts } from './lead-drafts.ts'
import { createLeadSettings } from './lead-settings.ts'
import type { OperatorLeads } from './operator-leads.ts'
import { createLeadSending } from './submit-lead.ts'
import { createLeadTracking, type LeadPayments } from './track-lead.ts'

type Deps = {
  db: Database
  clock: Clock
  visits: Visits
  rateLimiter: RateLimiter
  content: SiteContent
  operator: OperatorLeads
  codes: OneTimeCodes
  lines: LineChecks
  catalogue: Catalogue
  geocoder: Geocoder
  payments: LeadPayments
}

export function composeHomeBroadbandLead({ content, visits, geocoder, ...deps }: Deps) {
  const settings = createLeadSettings(content)
  const calls = homeBroadbandLeadCalls({
    settings,
    drafts: createLeadDrafts({ visits, geocoder, settings, catalogue: deps.catalogue, lines: deps.lines }),
    sending: createLeadSending({ ...deps, settings }),
    tracking: createLeadTracking(deps),
  })
  return { calls }
}
