import type { ConsoleLanguage } from '../../console-language.ts'
import type { ActResult } from '../../console-request.ts'
import { refusalTexts } from './refusal-texts.ts'
import { actTexts } from '../payment/act-texts.ts'

const FORBIDDEN: ReadonlySet<string> = new Set(['role', 'own-proposal', 'needs-two'])
const CONFLICTS: ReadonlySet<string> = new Set(['changed', 'decided', 'expired', 'proposal-open', 'last-way', 'not-closed', 'not-shown'])

/** What a page says when an act that is about no payment was refused. `own`: its words for what the acts on payments do not know. */
export function refusedStep(why: string, own: Readonly<Record<string, string>>, language: ConsoleLanguage): ActResult {
  const shared: Readonly<Record<string, string>> = refusalTexts(language)
  const status = why === 'not-found' ? 404 : FORBIDDEN.has(why) ? 403 : CONFLICTS.has(why) ? 409 : 422
  const tone = why === 'changed' || why === 'decided' ? 'info' : 'bad'
  return { kind: 'refused', status, notice: { tone, title: actTexts(language).notDone, text: own[why] ?? shared[why] ?? why } }
}
