import { nationalDigits } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import {
  type SentLead,
  chooseLeadPlan,
  readCityConfig,
  readLeadDraft,
  readLeadEnding,
  readLeadForm,
  saveLeadDetails,
  saveLeadPoint,
  submitLead,
  submitProvenLead,
  trackLead,
  trackProvenLead,
} from '../contract.ts'
import type { Sender } from './check-lead.ts'
import type { LeadDrafts } from './lead-drafts.ts'
import type { LeadSettings } from './lead-settings.ts'
import type { LeadSending } from './submit-lead.ts'
import type { LeadTracking } from './track-lead.ts'

type Parts = { settings: LeadSettings; drafts: LeadDrafts; sending: LeadSending; tracking: LeadTracking }

const SHARED_SECONDS = 60

export function homeBroadbandLeadCalls(parts: Parts): Served[] {
  return [...contentCalls(parts.settings), ...draftCalls(parts), ...requestCalls(parts)]
}

function contentCalls(settings: LeadSettings): Served[] {
  return [
    serve(readCityConfig, async () => success({ data: await settings.cities() }), { caching: { seconds: SHARED_SECONDS } }),
    serve(readLeadForm, async (_input, { language }) => success(await settings.form(language)), {
      caching: { seconds: SHARED_SECONDS, vary: 'lang' },
    }),
  ]
}

function draftCalls({ drafts, sending, tracking }: Parts): Served[] {
  return [
    serve(readLeadDraft, async (_input, visitor) => {
      const visit = await visitor.visit()
      return success({ ...drafts.read(visit), leadId: await tracking.newestOf(visit) })
    }),
    serve(chooseLeadPlan, async (plan, visitor) => {
      await drafts.choosePlan(await visitor.visitOrNew(), plan)
      return success({ productCode: plan.productCode })
    }),
    serve(saveLeadDetails, async ({ productCode, values, website }, visitor) => {
      // A program that fills in every field gets the same answer as a person, and nothing is kept of it.
      if (website !== '') return success({ isAccepted: true, problems: {}, isLocated: true })
      await sending.refuseTooMany(nationalDigits(values.msisdn ?? ''))
      const visit = await visitor.visitOrNew()
      const details = { productCode, values, language: visitor.language, asker: await visitor.asker() }
      const { problems, isLocated } = await drafts.saveDetails(visit, details)
      const isAccepted = Object.keys(problems).length === 0
      return success({ isAccepted, problems: problems as Record<string, NonNullable<(typeof problems)[string]>>, isLocated })
    }),
    serve(saveLeadPoint, async ({ lat, lng }, visitor) => {
      if ((lat === null) !== (lng === null)) throw new Problem('bad-request', 'half a point')
      const visit = await visitor.visitOrNew()
      const point = lat === null || lng === null ? null : { latitude: lat, longitude: lng }
      return success({ point: await drafts.savePoint(visit, point, visitor.language) })
    }),
  ]
}

function requestCalls({ drafts, sending, tracking }: Parts): Served[] {
  async function sendBy(visitor: Visitor, send: (sender: Sender) => Promise<SentLead>) {
    const visit = await visitor.visit()
    // A former cookie is good for what was typed, never as a proof.
    if (!visit || visit.hasFormerCookie) throw new Problem('code-user-unknown', 'no visit')
    const sent = await send({ visit, language: visitor.language, asker: await visitor.asker() })
    // Without a number the visitor may want to send it again.
    if (sent.ending !== 'without-id') await drafts.forgetDetails(visit)
    return success(sent)
  }

  return [
    serve(submitLead, async (lead, visitor) => sendBy(visitor, (sender) => sending.submit(lead, sender))),
    serve(submitProvenLead, async (lead, visitor) => sendBy(visitor, (sender) => sending.submitProven(lead, sender))),
    serve(readLeadEnding, async ({ requestId }, visitor) => {
      const ending = await sending.readEnding(requestId, await visitor.visit())
      if (!ending) throw new Problem('not-found', 'no such request of this visit')
      return success(ending)
    }),
    serve(trackLead, async (asked, visitor) =>
      success(await tracking.track(asked, { visit: await visitor.visit(), asker: await visitor.asker() })),
    ),
    serve(trackProvenLead, async (asked, visitor) =>
      success(await tracking.trackProven(asked, { visit: await visitor.visit(), asker: await visitor.asker() })),
    ),
  ]
}
