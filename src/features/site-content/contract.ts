import { Type } from 'typebox'
import { addressOf } from '#calls/addresses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reply } from '#shared/reply.ts'

/** API-6: one content package. `packageHtml` is a JSON text, as callers of the specification expect. */
export const readActivePackage = {
  ...addressOf('readActivePackage'),
  schema: {
    summary: 'A content package by its pageUrl, for example /sw/recharge-translation',
    tags: ['content'],
    querystring: Type.Object(
      { opco: Type.Literal('NE'), pageUrl: Type.String({ maxLength: 80, pattern: '^/[A-Za-z0-9/-]+$' }) },
      { additionalProperties: false },
    ),
    response: { 200: reply(Type.Object({ packageHtml: Type.String() })) },
  },
} as const satisfies Endpoint

/** LOAD-2: the loading screen's texts in one small answer. */
export const readLoadingTexts = {
  ...addressOf('readLoadingTexts'),
  schema: {
    summary: 'Texts of the loading screen; prefix is empty for English, /sw otherwise',
    tags: ['content'],
    querystring: Type.Object({ prefix: Type.Union([Type.Literal(''), Type.Literal('/sw')]) }, { additionalProperties: false }),
    response: {
      200: reply(Type.Object({ wait: Type.String(), holdOn: Type.String(), loadingMessage: Type.String() })),
    },
  },
} as const satisfies Endpoint
