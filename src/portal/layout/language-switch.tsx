import { languageName, otherLanguages } from '#shared/language-review.ts'
import type { Frame } from './page-frame.tsx'
import styles from './page-header.module.css'

/** STATE-3: one tap to the other language; the shell carries over what was typed. */
export function LanguageSwitch({ frame: { chosen, here } }: { frame: Frame }) {
  return (
    <form method="post" action="/language" data-language>
      <input type="hidden" name="to" value={here} />
      {otherLanguages(chosen).map((other) => (
        <button key={other} className={styles.language} name="language" value={other} lang={other}>
          {languageName(other)}
        </button>
      ))}
    </form>
  )
}
