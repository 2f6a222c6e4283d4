import { BRAND } from '#shared/brand.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { CodePurpose } from '../contract.ts'

const CHARACTERS_OF_ONE_SMS = 160

/**
 * The SMS says what the code opens, so that nobody gives it away for something else. Its last line lets a browser offer the code on
 * this very site (WebOTP); an address too long for one part is left out.
 */
export async function writeCodeMessage(
  content: SiteContent,
  { code, purpose, language, host }: { code: string; purpose: CodePurpose; language: Language; host: string },
): Promise<string> {
  const texts = await content.readAsWritten('otp-translation', language)
  const text = fillText(String(texts.sms), { code, purpose: String(texts[`purpose${purpose}`]), operator: BRAND.name })
  const bound = `${text}\n@${host} #${code}`
  return bound.length <= CHARACTERS_OF_ONE_SMS ? bound : text
}
