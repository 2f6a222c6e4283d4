import type { DeskRefusal, DeskResult } from '#features/staff-acts/desk-ports.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import type { ActResult } from '../../console-request.ts'
import { actTexts } from './act-texts.ts'
import { refusalTexts } from '../words/refusal-texts.ts'

type Answer = { language: ConsoleLanguage; to: string; title: string; text?: string }

/** What a page says about the result of an act. */
export function answerTo(result: DeskResult, { language, to, title, text }: Answer): ActResult {
  if (result.kind === 'refused') return refusalOf(result.why, language)
  return { kind: 'done', to, notice: { tone: 'good', title, ...(text !== undefined && { text }) } }
}

const FORBIDDEN: ReadonlySet<DeskRefusal> = new Set(['role', 'own-proposal', 'needs-two'])
const TOO_OFTEN: ReadonlySet<DeskRefusal> = new Set(['too-soon', 'three-a-day'])
const UNREADABLE: ReadonlySet<DeskRefusal> = new Set([
  'note-missing',
  'note-too-long',
  'secret-in-text',
  'number-unreadable',
  'number-missing',
  'amount-differs',
  'number-differs',
  'not-a-number',
])

export function refusalOf(why: DeskRefusal, language: ConsoleLanguage): ActResult {
  const status = why === 'not-found' ? 404 : FORBIDDEN.has(why) ? 403 : TOO_OFTEN.has(why) ? 429 : UNREADABLE.has(why) ? 422 : 409
  const tone = why === 'changed' || why === 'decided' ? 'info' : 'bad'
  return { kind: 'refused', status, notice: { tone, title: actTexts(language).notDone, text: refusalTexts(language)[why] } }
}
