import styles from './honeypot-field.module.css'

/** Programs fill in every field; people do not see this one, and screen readers are told to pass it by. */
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
