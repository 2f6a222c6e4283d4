import type { Mood } from '../simulators/fault-rules.ts'
import { html, type Markup } from './html.ts'
import type { Language } from './language.ts'

const MOOD_WORDS = {
  fr: { normal: 'Normal', slow: 'Lent', down: 'Coupé', error: 'En erreur' },
  en: { normal: 'Normal', slow: 'Slow', down: 'Down', error: 'Error' },
} as const satisfies Record<Language, Record<Mood | 'normal', string>>

const ORDER = ['normal', 'slow', 'down', 'error'] as const

/** Buttons that make one or all simulators slow, down or failing, and normal again. */
export function moodButtons(options: {
  face: string
  current: Mood | 'normal' | 'mixed'
  back: string
  label: string
  lang: Language
}): Markup {
  const { face, current, back, label, lang } = options
  return html`<form method="post" action="/actions/network">
    <input type="hidden" name="face" value="${face}" /><input type="hidden" name="back" value="${back}" />
    <div class="moods" role="group" aria-label="${label}">
      ${ORDER.map(
        (mood) =>
          html`<button name="mood" value="${mood}" aria-pressed="${String(mood === current)}" ${mood !== 'normal' && html`class="bad"`}>
            ${MOOD_WORDS[lang][mood]}
          </button>`,
      )}
    </div>
  </form>`
}
