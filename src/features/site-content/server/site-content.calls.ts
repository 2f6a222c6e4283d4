import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { DEFAULT_LANGUAGE, isEnglish, LANGUAGES, type Language } from '#shared/language.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { PreparedAnswer } from '#server/pages/prepared-answer.ts'
import { readActivePackage, readLoadingTexts } from '../contract.ts'
import type { PackageName } from '../content-packages.ts'
import { isPackageName } from './shipped-packages.ts'
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
      const texts = await content.read('loader-translation', prefix === '' ? ENGLISH : notEnglish(language))
      return success({ wait: String(texts.wait), holdOn: String(texts.holdOn), loadingMessage: String(texts.loadingMessage) })
    }),
  ]
}

/** STATE-3: without a prefix, content is English. */
const ENGLISH = 'en'

/** The language of the header, else the first offered one that is not English. */
function notEnglish(named: Language | null): Language {
  if (named && !isEnglish(named)) return named
  return LANGUAGES.find((language) => !isEnglish(language)) ?? DEFAULT_LANGUAGE
}

/** Requested without the language prefix: the `lang` header decides. */
const UNPREFIXED: ReadonlySet<PackageName> = new Set<PackageName>([
  'meta-data-config',
  'privacy-policy-config',
  'lead-status-config',
  'product-config',
  'city-config',
  'ussd-config',
])

/**
 * The package that a pageUrl names. English has no prefix; '/sw' stands for every other language, and the `lang` header names which one (STATE-3).
 */
export function packageOf(pageUrl: string, langHeader: Language | null): { name: PackageName; language: Language } | null {
  const [, prefix = '', name = ''] = /^(\/sw)?\/([A-Za-z0-9-]{1,60})$/.exec(pageUrl) ?? []
  if (!isPackageName(name)) return null
  if (UNPREFIXED.has(name)) return prefix ? null : { name, language: langHeader ?? DEFAULT_LANGUAGE }
  return { name, language: prefix ? notEnglish(langHeader) : ENGLISH }
}
