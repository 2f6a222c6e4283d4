import { FALLBACK_WORDS } from '../texts/fallback-words.ts'
import type { ContentPackages } from '../texts/content-packages.ts'
import styles from './error-view.module.css'

type ErrorViewProps = {
  texts: ContentPackages['orp-translation'] | null
  status: number
  /** In the visitor's language, where somebody put it into words. */
  message: string | null
}

/** The pending payment is kept on the server, so loading the page again is always safe. */
export function ErrorView({ texts, status, message }: ErrorViewProps) {
  const words = texts ?? FALLBACK_WORDS
  return (
    <div className={styles.page}>
      <h1>{words.unexpectedError}</h1>
      <p className={styles.detail}>{message ?? status}</p>
      <p>{words.unexpectedErrorHelp}</p>
      <p className={styles.choices}>
        {/* A GET form without an address loads the page itself again, in any state and without script. */}
        <form>
          <button className={styles.again}>{words.reload}</button>
        </form>
        <a href="/">{words.home}</a>
      </p>
    </div>
  )
}
