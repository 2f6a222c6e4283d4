import styles from './honeypot-field.module.css'

/** A trap for bots, which fill in every field: hidden from people and from screen readers. */
export function HoneypotField({ label }: { label: string }) {
  return (
    <div className={styles.away} aria-hidden="true">
      <label>
        {label}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
