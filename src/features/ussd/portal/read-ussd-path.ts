import type { PageRequest } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { codeOfService } from '../dialled-codes.ts'
import type { Service } from '../places.ts'

export type UssdPath = { words: string; code: string }

/** How the service of a page is reached by USSD; null where there is no menu, or the menu does not have it. */
export async function readUssdPath(request: PageRequest, service: Service): Promise<UssdPath | null> {
  if (request.ussdCode === null) return null
  const [{ home }, texts] = await Promise.all([readContent(request, 'ussd-config'), readContent(request, 'ussd-translation')])
  const code = codeOfService(request.ussdCode, home, service)
  return code === null ? null : { words: texts.web_also, code }
}
