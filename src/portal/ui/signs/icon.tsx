import styles from './icon.module.css'

/** A stroked icon on a 24 px grid. It repeats the text beside it, so it is hidden from screen readers. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
