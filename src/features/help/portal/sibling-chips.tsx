import chips from '#portal/ui/choices/chips.module.css'
import styles from './category.module.css'

type SiblingChipsProps = { label: string; siblings: { name: string; path: string }[]; shown: string }

/** HELP-1, stage 3: the other categories of the same parent. One replaces the other, so that back leads to the parent's list. */
export function SiblingChips({ label, siblings, shown }: SiblingChipsProps) {
  return (
    <nav className={chips.chips} aria-label={label}>
      {siblings.map(({ name, path }) => (
        <a
          key={path}
          href={path}
          data-replace
          className={path === shown ? `${chips.chip} ${chips.chosen} ${styles.chip}` : `${chips.chip} ${styles.chip}`}
          aria-current={path === shown ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
