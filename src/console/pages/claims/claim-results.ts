import type { ClaimRefusal, ClaimResult } from '#features/find-payment/server/claim-desk.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import type { ActResult } from '../../console-request.ts'
import { claimRefusals } from './claim-texts.ts'

type Done = { language: ConsoleLanguage; to: string; title: string; text?: string }

/** What the page of a claim says about the result of an act. */
export function answerResult(result: ClaimResult, { language, to, title, text }: Done): ActResult {
  if (result.kind === 'refused') return refusedClaim(result.why, language)
  return { kind: 'done', to, notice: { tone: 'good', title, ...(text !== undefined && { text }) } }
}

const UNREADABLE: ReadonlySet<ClaimRefusal> = new Set([
  'answer-missing',
  'answer-too-long',
  'too-many-parts',
  'secret-in-answer',
  'not-staff',
])
const OVERTAKEN: ReadonlySet<ClaimRefusal> = new Set(['answered', 'changed', 'payment-changed'])

export function refusedClaim(why: ClaimRefusal, language: ConsoleLanguage): ActResult {
  const status = why === 'not-found' ? 404 : why === 'role' ? 403 : UNREADABLE.has(why) ? 422 : 409
  const texts = claimRefusals(language)
  return { kind: 'refused', status, notice: { tone: OVERTAKEN.has(why) ? 'info' : 'bad', title: texts.notDone, text: texts[why] } }
}
