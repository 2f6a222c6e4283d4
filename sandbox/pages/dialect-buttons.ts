import { DIALECTS, type Dialect } from '../simulators/dialects.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { html, type Markup } from './html.ts'
import type { Language } from './language.ts'

const DIALECT_WORDS = {
  fr: { group: 'ce que disent ses réponses', strict: 'Tout dire', sparse: 'Le minimum' },
  en: { group: 'what its answers say', strict: 'Says all', sparse: 'Says the least' },
} as const satisfies Record<Language, Record<Dialect | 'group', string>>

/** Buttons for the dialect of a simulator, strict or sparse; none for one with a single dialect. */
export function dialectButtons(options: { face: Simulator; current: Dialect; back: string; lang: Language }): Markup {
  const { face, current, back, lang } = options
  const spoken = DIALECTS.filter((dialect) => dialect === 'strict' || face.dialects?.includes(dialect))
  if (spoken.length < 2) return html``
  return html`<form method="post" action="/actions/dialect">
    <input type="hidden" name="face" value="${face.name}" /><input type="hidden" name="back" value="${back}" />
    <div class="moods" role="group" aria-label="${face.title}: ${DIALECT_WORDS[lang].group}">
      ${spoken.map(
        (dialect) =>
          html`<button name="dialect" value="${dialect}" aria-pressed="${String(dialect === current)}">
            ${DIALECT_WORDS[lang][dialect]}
          </button>`,
      )}
    </div>
  </form>`
}
