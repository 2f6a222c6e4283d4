import { Card } from '#portal/ui/frame/card.tsx'
import type { ShopFilter } from '../rules.ts'
import type { TownsOfRegion } from './find-shops.ts'
import type { ShopTexts } from './shop-words.ts'
import styles from './town-list.module.css'

type TownListProps = { texts: ShopTexts; regions: readonly TownsOfRegion[]; filter: ShopFilter; pathname: string }

/** Every town with a shop or dealer, one tap away: useful before anything is typed, and when what was typed found nothing. */
export function TownList({ texts, regions, filter, pathname }: TownListProps) {
  const shown = regions
    .map(({ region, towns }) => ({
      region,
      towns: towns
        .map(({ town, shops, dealers }) => ({ town, count: filter === 'shop' ? shops : filter === 'dealer' ? dealers : shops + dealers }))
        .filter(({ count }) => count > 0),
    }))
    .filter(({ towns }) => towns.length > 0)
  if (shown.length === 0) return null
  return (
    <Card heading={texts.townsHeading}>
      <div className={styles.regions}>
        {shown.map(({ region, towns }) => (
          <section key={region} aria-label={region}>
            <h3>{region}</h3>
            <ul>
              {towns.map(({ town, count }) => (
                <li key={town}>
                  <a href={`${pathname}?q=${encodeURIComponent(town)}`}>{town}</a> <span>{count}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  )
}
