import { nationalDigits } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served, type VisitorWithVisit } from '#server/calls/serve.ts'
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

type Deps = { settings: LeadSettings; drafts: LeadDrafts; sending: LeadSending; tracking: LeadTracking }

export function homeBroadbandLeadCalls(parts: Deps): Served[] {
  return [...contentCalls(parts.settings), ...draftCalls(parts), ...requestCalls(parts)]
}

function contentCalls(settings: LeadSettings): Served[] {
  return [
    serve(readCityConfig, async () => success({ data: await settings.cities() })),
    serve(readLeadForm, async (_input, { language }) => success(await settings.form(language))),
  ]
}

function draftCalls({ drafts, sending, tracking }: Deps): Served[] {
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
      // A bot that fills in every field gets the same response as a person, and nothing is stored.
      if (website !== '') return success({ isAccepted: true, problems: {}, isLocated: true })
      await sending.refuseTooMany(nationalDigits(values.msisdn ?? ''))
      const visit = await visitor.visitOrNew()
      const details = { productCode, values, language: visitor.language, caller: await visitor.caller() }
      const { problems, isLocated } = await drafts.saveDetails(visit, details)
      const isAccepted = Object.keys(problems).length === 0
      return success({ isAccepted, problems, isLocated })
    }),
    serve(saveLeadPoint, async ({ lat, lng }, visitor) => {
      if ((lat === null) !== (lng === null)) throw new Problem('bad-request', 'half a point')
      const visit = await visitor.visitOrNew()
      const point = lat === null || lng === null ? null : { latitude: lat, longitude: lng }
      return success({ point: await drafts.savePoint(visit, point, visitor.language) })
    }),
  ]
}

function requestCalls({ drafts, sending, tracking }: Deps): Served[] {
  async function sendBy(visitor: VisitorWithVisit, send: (sender: Sender) => Promise<SentLead>) {
    const visit = await visitor.visit()
    // A previous cookie may read the draft, but is never a proof.
    if (visit.hasPreviousCookie) throw new Problem('code-user-unknown', 'former cookie')
    const sent = await send({ visit, language: visitor.language, caller: await visitor.caller() })
    // Without a number from the operator the visitor may send it again.
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
      success(await tracking.track(asked, { visit: await visitor.visit(), caller: await visitor.caller() })),
    ),
    serve(trackProvenLead, async (asked, visitor) =>
      success(await tracking.trackProven(asked, { visit: await visitor.visit(), caller: await visitor.caller() })),
    ),
  ]
}
