import type { PageRequest } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import { readContent } from '#portal/texts/texts.ts'
import type { CodeTexts } from './code-texts.ts'

/** The texts of the form. Texts that only the SMS needs are not sent to browsers. */
const SHOWN = [
  'title',
  'close',
  'sending',
  'sentTo',
  'codeFor',
  'notConfirmed',
  'nextCodeIn',
  'changeNumber',
  'codeLabel',
  'codeHint',
  'checking',
  'verify',
  'attemptsLeft',
  'lastAttempt',
  'lockedHelp',
  'resend',
  'resendIn',
  'resent',
  'notReceived',
  'notReceivedHint',
  'neverShare',
  'closingSoon',
  'noAnswer',
  'incomplete',
] as const satisfies readonly (keyof CodeTexts)[]

export async function readCodeTexts(request: PageRequest): Promise<CodeTexts> {
  return pickTexts(await readContent(request, 'otp-translation'), SHOWN)
}
