import { OPERATOR } from '#operator-record'
import styles from './hero.module.css'

/** How the home page and the help centre begin: the night, with one thing to do in it, down to the operator's landscape. */
export function Hero({ children }: { children: React.ReactNode }) {
  const { viewBox, fit, shapes } = OPERATOR.look.landscape
  return (
    <section className={styles.hero}>
      {children}
      <svg
        className={styles.land}
        viewBox={viewBox}
        height={viewBox.split(' ')[3]}
        preserveAspectRatio={fit}
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: shapes }}
      />
    </section>
  )
}

/** The class of the card with the thing to do. */
export const HERO_CARD = styles.card
