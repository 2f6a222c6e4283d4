import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import { homeBroadbandLeadCalls } from '#features/home-broadband-lead/server/home-broadband-lead.calls.ts'
import { openLeadDrafts } from '#features/home-broadband-lead/server/lead-drafts.ts'
import { openLeadSettings } from '#features/home-broadband-lead/server/lead-settings.ts'
import type { OperatorLeads } from '#features/home-broadband-lead/server/operator-leads.ts'
import { openLeadSending } from '#features/home-broadband-lead/server/submit-lead.ts'
import { openLeadTracking, type LeadPayments } from '#features/home-broadband-lead/server/track-lead.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { Geocoder } from '#features/places/server/geocoder.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visits } from '#features/visit/server/visits.ts'

type Parts = {
  db: Database
  clock: Clock
  visits: Visits
  budgets: Budgets
  content: SiteContent
  operator: OperatorLeads
  codes: OneTimeCodes
  lines: LineChecks
  catalogue: Catalogue
  geocoder: Geocoder
  payments: LeadPayments
}

/** Joins the parts of the home-broadband request. */
export function joinLeads({ content, visits, geocoder, ...parts }: Parts): Served[] {
  const settings = openLeadSettings(content)
  return homeBroadbandLeadCalls({
    settings,
    drafts: openLeadDrafts({ visits, geocoder, settings, catalogue: parts.catalogue, lines: parts.lines }),
    sending: openLeadSending({ ...parts, settings }),
    tracking: openLeadTracking(parts),
  })
}
