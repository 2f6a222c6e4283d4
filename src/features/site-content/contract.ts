import { COUNTRY } from '#shared/operator.ts'
import { Type } from 'typebox'
import { defineCall } from '#calls/define-call.ts'
import { closed } from '#shared/closed.ts'

/** API-6: one content package. `packageHtml` is a JSON text, as callers of the specification expect. */
export const readActivePackage = defineCall({
  route: 'GET cms/webpage/activePackage',
  isRepeatable: true,
  caching: { seconds: 60, vary: 'lang' },
  access: 'anyone',
  summary: 'A content package by its pageUrl, for example /sw/recharge-translation',
  tags: ['content'],
  input: closed({ opco: Type.Literal(COUNTRY.code), pageUrl: Type.String({ maxLength: 80, pattern: '^/[A-Za-z0-9/-]+$' }) }),
  reply: Type.Object({ packageHtml: Type.String() }),
})

/** LOAD-2: the loading screen's texts in one small answer. */
export const readLoadingTexts = defineCall({
  route: 'GET cms/webpage/loadingTexts',
  isRepeatable: true,
  caching: { seconds: 60, vary: 'lang' },
  access: 'anyone',
  summary: 'Texts of the loading screen; prefix is empty for English, /sw otherwise',
  tags: ['content'],
  input: closed({ prefix: Type.Enum(['', '/sw']) }),
  reply: Type.Object({ wait: Type.String(), holdOn: Type.String(), loadingMessage: Type.String() }),
})
