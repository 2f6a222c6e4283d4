import { SERVICE_ICONS } from './service-icons.ts'
import styles from './home.module.css'

type Tile = { label: string; hint: string; href: string; icon: string }

/** Every service with one tap. */
export function ServiceTiles({ heading, tiles }: { heading: string; tiles: Tile[] }) {
  return (
    <section className={styles.services} aria-labelledby="services">
      <h2 id="services">{heading}</h2>
      <ul className={styles.tiles}>
        {tiles.map(({ label, hint, href, icon }) => (
          <li key={href}>
            <a className={styles.tile} href={href}>
              <span className={styles.icon}>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={SERVICE_ICONS[icon] ?? SERVICE_ICONS.help} />
                </svg>
              </span>
              <span className={styles.label}>{label}</span>
              <span className={styles.hint}>{hint}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
