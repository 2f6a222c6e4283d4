import { Icon } from '../signs/icon.tsx'
import { SERVICE_ICONS, TILE_DRAWINGS } from './service-icons.ts'
import styles from './service-tiles.module.css'

type Tile = { label: string; hint: string; href: string; icon: string }

const MAX_TILES = 4
const ONWARDS = 'M9 6l6 6-6 6'

/** Every service with one tap: what most people come for as tiles, the others as a list. */
export function ServiceTiles({ heading, tiles }: { heading: string; tiles: readonly Tile[] }) {
  return (
    <section className={styles.services} aria-labelledby="services">
      <h2 id="services">{heading}</h2>
      <ul className={styles.tiles}>
        {tiles.slice(0, MAX_TILES).map(({ label, hint, href, icon }) => (
          <li key={href}>
            <a href={href}>
              <TileDrawing name={icon} />
              <b>{label}</b>
              <small>{hint}</small>
            </a>
          </li>
        ))}
      </ul>
      <ul className={styles.list}>
        {tiles.slice(MAX_TILES).map(({ label, hint, href, icon }) => (
          <li key={href}>
            <a href={href}>
              <Icon path={SERVICE_ICONS[icon] ?? SERVICE_ICONS.help} />
              <span>
                {label}
                <small>{hint}</small>
              </span>
              <Icon path={ONWARDS} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TileDrawing({ name }: { name: string }) {
  const shapes = TILE_DRAWINGS[name]
  if (!shapes) return <Icon path={SERVICE_ICONS[name] ?? SERVICE_ICONS.help} />
  return <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes }} />
}
