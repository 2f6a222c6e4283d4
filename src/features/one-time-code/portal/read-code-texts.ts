import type { PageRequest } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import { readContent } from '#portal/texts/texts.ts'
import type { CodeTexts } from './code-texts.ts'

/** Texts that only the SMS needs are not sent to browsers. */
export async function readCodeTexts(request: PageRequest): Promise<CodeTexts> {
  const texts = await readContent(request, 'otp-translation')
  const isShown = (name: string): name is keyof CodeTexts => name !== 'sms' && !name.startsWith('purpose')
  return pickTexts(texts, Object.keys(texts).filter(isShown))
}
