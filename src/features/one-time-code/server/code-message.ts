import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { CodePurpose } from '../contract.ts'
import { CODE_DIGITS } from '../rules.ts'

const CHARACTERS_OF_ONE_SMS = 160

/**
 * The SMS states the purpose of the code, so that its reader does not give it away for another one. The last line lets browsers offer the
 * code on this site only (WebOTP). It is left out where the SMS would need a second part.
 */
export async function writeCodeMessage(
  content: SiteContent,
  { code, purpose, language, host }: { code: string; purpose: CodePurpose; language: Language; host: string },
): Promise<string> {
  const texts = await content.readAsWritten('otp-translation', language)
  const text = fillText(String(texts.sms), { code: grouped(code), purpose: String(texts[`purpose${purpose}`]) })
  const bound = `${text}\n@${host} #${code}`
  return bound.length <= CHARACTERS_OF_ONE_SMS ? bound : text
}

/** Abuse 93: twelve digits appear in groups of four for copying; six need no groups. */
function grouped(code: string): string {
  return code.length > CODE_DIGITS ? code.replace(/(\d{4})(?=\d)/g, '$1 ') : code
}
