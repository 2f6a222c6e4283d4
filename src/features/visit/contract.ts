import { Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MobileNumberText } from '#shared/mobile-number-schema.ts'
import { reply } from '#shared/reply.ts'

/** STATE-1: the number and kind of line that a page is opened with. */
export const WidgetInfo = Type.Object(
  {
    type: Type.Union([Type.Literal('prepaid'), Type.Literal('postpaid'), Type.Literal('broadband')]),
    msisdn: MobileNumberText,
  },
  { additionalProperties: false },
)

const Draft = Type.Object({ widgetInfo: Type.Union([WidgetInfo, Type.Null()]) })

export const readDraft = {
  ...addressOf('readDraft'),
  schema: { summary: 'What this visit has typed and chosen so far', tags: ['visit'], response: { 200: reply(Draft) } },
} as const satisfies Endpoint

export const savePrefill = {
  ...addressOf('savePrefill'),
  schema: {
    summary: 'Keeps the number a visitor typed on the home page',
    tags: ['visit'],
    body: WidgetInfo,
    response: { 200: reply(Draft) },
  },
} as const satisfies Endpoint
