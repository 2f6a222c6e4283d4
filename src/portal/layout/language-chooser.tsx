import { languageName } from '#shared/language-review.ts'
import type { Frame } from './page-frame.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import headerStyles from './page-header.module.css'
import styles from './language-chooser.module.css'

/** OPR-4: a list of languages, where there are three or more. */
export function LanguageChooser({ frame }: { frame: Frame }) {
  return (
    <details className={styles.chooser}>
      <summary className={headerStyles.language} aria-label={`${frame.texts.language}: ${languageName(frame.chosen)}`}>
        <span lang={frame.chosen}>{languageName(frame.chosen)}</span>
      </summary>
      <LanguageSwitch frame={frame} />
    </details>
  )
}
