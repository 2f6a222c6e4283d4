import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isLanguage } from '#shared/language.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { type PreparedAnswer, sendPrepared } from '#server/prepared-answer.ts'
import { languageOf } from '#server/problem-replies.ts'
import { readActivePackage, readLoadingTexts } from '../contract.ts'
import { packageOf } from '../rules.ts'
import type { SiteContent } from './site-content.ts'

const TEXT_CACHE = 'public, max-age=60'

/** Packages that are data rather than texts, by their pageUrl: they come from tables of their own. */
export type SpecialPackages = Partial<Record<string, () => Promise<PreparedAnswer>>>

export function siteContentRoutes(content: SiteContent, special: SpecialPackages = {}): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...readActivePackage,
      async handler(request, reply) {
        const data = special[request.query.pageUrl]
        if (data) return sendPrepared(request, reply, await data())
        const lang = request.headers.lang
        const wanted = packageOf(request.query.pageUrl, isLanguage(lang) ? lang : null)
        if (!wanted) throw new Problem('not-found', 'no such content package')
        reply.header('cache-control', TEXT_CACHE).header('vary', 'lang')
        return success({ packageHtml: JSON.stringify(await content.read(wanted.name, wanted.language)) })
      },
    })

    app.route({
      ...readLoadingTexts,
      async handler(request, reply) {
        const language = request.query.prefix === '' ? 'en' : languageOf(request) === 'en' ? 'fr' : languageOf(request)
        const texts = await content.read('loader-translation', language)
        reply.header('cache-control', TEXT_CACHE).header('vary', 'lang')
        return success({ wait: String(texts.wait), holdOn: String(texts.holdOn), loadingMessage: String(texts.loadingMessage) })
      },
    })
  }
}
