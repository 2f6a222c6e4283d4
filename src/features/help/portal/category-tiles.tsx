import { Icon } from '#portal/ui/signs/icon.tsx'
import type { ParentCategory } from '../contract.ts'
import { helpIcon } from './help-icons.ts'
import styles from './category-tiles.module.css'

/** HELP-1, stage 1: the parent categories; close together where they fill one row. */
export function CategoryTiles({ categories, isOneRow = false }: { categories: ParentCategory[]; isOneRow?: boolean }) {
  return (
    <ul className={isOneRow ? `${styles.tiles} ${styles.oneRow}` : styles.tiles}>
      {categories.map(({ name, description, icon, path }) => (
        <li key={path}>
          <a href={path} className={styles.tile}>
            <span className={styles.icon}>
              <Icon path={helpIcon(icon)} />
            </span>
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.description}>{description}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
