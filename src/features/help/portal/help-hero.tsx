import { Hero, HERO_CARD } from '#portal/ui/frame/hero.tsx'
import styles from './help-hero.module.css'

/** The help centre greets like the home page. */
export function HelpHero({ title, lead, children }: { title: string; lead: string; children: React.ReactNode }) {
  return (
    <Hero>
      <div className={styles.inside}>
        <h1>{title}</h1>
        <p>{lead}</p>
        <div className={`${HERO_CARD} ${styles.card}`}>{children}</div>
      </div>
    </Hero>
  )
}
