import { codeOfService, type Service } from '#features/site-content/ussd-services.ts'
import type { Language } from '#shared/language.ts'
import { moneyTextLang } from '#shared/language-review.ts'
import type { PageRequest } from '../page/page.ts'
import { readContent } from '../texts/texts.ts'

export type DialHintData = { lang: Language | undefined; words: string; code: string }

/** The USSD code for the service of a page; null without a menu, or when the menu does not offer the service. */
export async function readDialHint(request: PageRequest, service: Service): Promise<DialHintData | null> {
  if (request.ussdCode === null) return null
  const [{ home }, texts] = await Promise.all([readContent(request, 'ussd-config'), readContent(request, 'ussd-translation')])
  const code = codeOfService(request.ussdCode, home, service)
  return code === null ? null : { lang: moneyTextLang(request.language), words: texts.web_also, code }
}
