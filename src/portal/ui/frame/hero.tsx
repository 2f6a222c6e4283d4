import styles from './hero.module.css'

/** How the home page and the help centre begin: the night, with one thing to do in it, down to the dune. */
export function Hero({ children }: { children: React.ReactNode }) {
  return (
    <section className={styles.hero}>
      {children}
      <svg className={styles.dune} viewBox="0 0 1440 46" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 36C240 6 420 3 640 22s420 28 800-12v36H0z" />
      </svg>
    </section>
  )
}

/** The class of the card with the thing to do. */
export const HERO_CARD = styles.card
