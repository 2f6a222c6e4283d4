import styles from './icon.module.css'

/** A drawing of strokes on a 24 px grid; it repeats what words beside it say, so it is silent. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
