import { Value } from 'typebox/value'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visits } from './visits.ts'
import { endVisit, readDraft, savePrefill, WidgetInfo } from '../contract.ts'

export function visitCalls(visits: Pick<Visits, 'saveDraft'>): Served[] {
  return [
    serve(readDraft, async (_input, visitor) => success({ widgetInfo: widgetInfoOf((await visitor.visit())?.draft) })),
    serve(savePrefill, async (widgetInfo, visitor) => {
      await visits.saveDraft(await visitor.visitOrNew(), { widgetInfo })
      return success({ widgetInfo })
    }),
    serve(endVisit, async (_input, visitor) => {
      await visitor.endVisit()
      return success({})
    }),
  ]
}

/** A draft may have been written by an older version of the portal: data that no longer fits is ignored. */
function widgetInfoOf(draft: Record<string, unknown> | undefined) {
  return Value.Check(WidgetInfo, draft?.widgetInfo) ? draft.widgetInfo : null
}
