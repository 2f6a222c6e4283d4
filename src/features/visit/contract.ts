import { Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'

/** STATE-1: the number and kind of line that a page is opened with. */
export const WidgetInfo = closed({
  type: Type.Enum(['prepaid', 'postpaid', 'broadband']),
  msisdn: MobileNumberText,
})

const Draft = Type.Object({ widgetInfo: Type.Union([WidgetInfo, Type.Null()]) })

export const readDraft = defineCall({
  route: 'GET visit/v1/draft',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'What this visit has typed and chosen so far',
  tags: ['visit'],
  reply: Draft,
})

export const savePrefill = defineCall({
  route: 'POST visit/v1/prefill',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Keeps the number a visitor typed on the home page',
  tags: ['visit'],
  input: WidgetInfo,
  reply: Draft,
})

/** ERASE-1 */
export const endVisit = defineCall({
  route: 'POST visit/v1/end',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'Ends this visit: its draft, what it chose and what it proved',
  tags: ['visit'],
  reply: Type.Object({}),
})
