import styles from './dial-link.module.css'

/** A code that a phone dials when it is tapped. */
export function DialLink({ code }: { code: string }) {
  return (
    <a className={styles.code} href={dialAddress(code)}>
      {code}
    </a>
  )
}

export function dialAddress(code: string): string {
  return `tel:${encodeURIComponent(code)}`
}
