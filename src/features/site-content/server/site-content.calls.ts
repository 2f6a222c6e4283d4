import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { PreparedAnswer } from '#server/pages/prepared-answer.ts'
import { readActivePackage, readLoadingTexts } from '../contract.ts'
import { packageOf } from './package-names.ts'
import type { SiteContent } from './site-content.ts'

/** Packages that are data rather than texts, by their pageUrl: they come from tables of their own. */
export type SpecialPackages = Partial<Record<string, () => Promise<PreparedAnswer>>>

export function siteContentCalls(content: SiteContent, special: SpecialPackages = {}): Served[] {
  return [
    serve(readActivePackage, async ({ pageUrl }, { namedLanguage }) => {
      const data = special[pageUrl]
      if (data) return data()
      const wanted = packageOf(pageUrl, namedLanguage)
      if (!wanted) throw new Problem('not-found', 'no such content package')
      return success({ packageHtml: JSON.stringify(await content.read(wanted.name, wanted.language)) })
    }),
    serve(readLoadingTexts, async ({ prefix }, { language }) => {
      const texts = await content.read('loader-translation', prefix === '' ? 'en' : language === 'en' ? 'fr' : language)
      return success({ wait: String(texts.wait), holdOn: String(texts.holdOn), loadingMessage: String(texts.loadingMessage) })
    }),
  ]
}
