import styles from './help-hero.module.css'

/** The help centre greets like the home page: night, dune, one thing to do. */
export function HelpHero({ title, lead, children }: { title: string; lead: string; children: React.ReactNode }) {
  return (
    <section className={styles.hero}>
      <div className={styles.inside}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <div className={styles.card}>{children}</div>
      </div>
      <svg className={styles.dune} viewBox="0 0 1440 46" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 36C240 6 420 3 640 22s420 28 800-12v36H0z" />
      </svg>
    </section>
  )
}
