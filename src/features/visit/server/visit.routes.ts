import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Value } from 'typebox/value'
import { success } from '#shared/reply.ts'
import type { Visits } from '#server/visits.ts'
import { readDraft, savePrefill, WidgetInfo } from '../contract.ts'

export function visitRoutes(visits: Visits): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.route({
      ...readDraft,
      async handler(request) {
        const visit = await visits.find(request)
        return success({ widgetInfo: widgetInfoOf(visit?.draft) })
      },
    })

    app.route({
      ...savePrefill,
      async handler(request, reply) {
        const visit = await visits.findOrBegin(request, reply)
        await visits.saveDraft(visit, { widgetInfo: request.body })
        return success({ widgetInfo: request.body })
      },
    })
  }
}

/** A draft may have been written by an older version of the portal: what no longer fits is forgotten. */
function widgetInfoOf(draft: Record<string, unknown> | undefined) {
  return Value.Check(WidgetInfo, draft?.widgetInfo) ? draft.widgetInfo : null
}
