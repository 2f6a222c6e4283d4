import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { nationalDigits } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import { languageOf } from '#server/problem-replies.ts'
import type { Visits } from '#server/visits.ts'
import {
  chooseLeadPlan,
  readCityConfig,
  readLeadDraft,
  readLeadEnding,
  readLeadForm,
  saveLeadDetails,
  saveLeadPoint,
  submitLead,
  trackLead,
} from '../contract.ts'
import type { LeadDrafts } from './lead-drafts.ts'
import type { LeadSettings } from './lead-settings.ts'
import type { LeadSending } from './submit-lead.ts'
import type { LeadTracking } from './track-lead.ts'

type App = Parameters<FastifyPluginAsyncTypebox>[0]
type Parts = {
  visits: Visits
  askers: Askers
  settings: LeadSettings
  drafts: LeadDrafts
  sending: LeadSending
  tracking: LeadTracking
}

const TEXT_CACHE = 'public, max-age=60'

export function homeBroadbandLeadRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    addContentCalls(app, parts.settings)
    await app.register(async (kept) => {
      kept.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      addDraftCalls(kept, parts)
      addRequestCalls(kept, parts)
    })
  }
}

function addContentCalls(app: App, settings: LeadSettings): void {
  app.route({
    ...readCityConfig,
    async handler(_request, reply) {
      reply.header('cache-control', TEXT_CACHE)
      return success({ data: await settings.cities() })
    },
  })
  app.route({
    ...readLeadForm,
    async handler(request, reply) {
      reply.header('cache-control', TEXT_CACHE).header('vary', 'lang')
      return success(await settings.form(languageOf(request)))
    },
  })
}

function addDraftCalls(app: App, { visits, askers, drafts, sending }: Parts): void {
  app.route({ ...readLeadDraft, handler: async (request) => success(drafts.read(await visits.find(request))) })

  app.route({
    ...chooseLeadPlan,
    async handler(request, reply) {
      await drafts.choosePlan(await visits.findOrBegin(request, reply), request.body)
      return success({ productCode: request.body.productCode })
    },
  })

  app.route({
    ...saveLeadDetails,
    async handler(request, reply) {
      const { productCode, values, website } = request.body
      // A program that fills in every field gets the same answer as a person, and nothing is kept of it.
      if (website !== '') return success({ isAccepted: true, problems: {}, isLocated: true })
      await sending.refuseTooMany(nationalDigits(values.msisdn ?? ''))
      const visit = await visits.findOrBegin(request, reply)
      const details = { productCode, values, language: languageOf(request), asker: await askers.of(request) }
      const { problems, isLocated } = await drafts.saveDetails(visit, details)
      const isAccepted = Object.keys(problems).length === 0
      return success({ isAccepted, problems: problems as Record<string, NonNullable<(typeof problems)[string]>>, isLocated })
    },
  })

  app.route({
    ...saveLeadPoint,
    async handler(request, reply) {
      const { lat, lng } = request.body
      if ((lat === null) !== (lng === null)) throw new Problem('bad-request', 'half a point')
      const visit = await visits.findOrBegin(request, reply)
      const point = lat === null || lng === null ? null : { latitude: lat, longitude: lng }
      return success({ point: await drafts.savePoint(visit, point, languageOf(request)) })
    },
  })
}

function addRequestCalls(app: App, { visits, askers, drafts, sending, tracking }: Parts): void {
  app.route({
    ...submitLead,
    async handler(request) {
      const visit = await visits.find(request)
      // A former cookie is good for what was typed, never as a proof.
      if (!visit || visit.hasFormerCookie) throw new Problem('code-user-unknown', 'no visit')
      const sent = await sending.submit(request.body, { visit, language: languageOf(request), asker: await askers.of(request) })
      // Without a number the visitor may want to send it again.
      if (sent.ending !== 'without-id') await drafts.forgetDetails(visit)
      return success(sent)
    },
  })

  app.route({
    ...readLeadEnding,
    async handler(request) {
      const ending = await sending.readEnding(request.query.requestId, await visits.find(request))
      if (!ending) throw new Problem('not-found', 'no such request of this visit')
      return success(ending)
    },
  })

  app.route({
    ...trackLead,
    async handler(request) {
      const visit = await visits.find(request)
      return success(await tracking.track(request.body, { visit, asker: await askers.of(request) }))
    },
  })
}
