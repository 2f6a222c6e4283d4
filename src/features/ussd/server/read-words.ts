import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Language } from '#shared/language.ts'
import type { UssdTexts, Words } from '../draft-screen.ts'

export async function readWords(content: SiteContent, language: Language): Promise<Words> {
  const texts = await content.readAsWritten('ussd-translation', language)
  if (!areTexts(texts)) throw new Error('the texts of the USSD menu are not texts')
  return { texts, language }
}

/** The import checks a package and fills missing texts from the built-in one, so every text exists. */
function areTexts(texts: Record<string, unknown>): texts is UssdTexts {
  return Object.values(texts).every((text) => typeof text === 'string')
}
