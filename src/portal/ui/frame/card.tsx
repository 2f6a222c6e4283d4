import { useId } from 'react'
import styles from './card.module.css'

type CardProps = { heading?: string; isCentred?: boolean; children: React.ReactNode }

/** A white card for one topic of a page. */
export function Card({ heading, isCentred = false, children }: CardProps) {
  const headingId = useId()
  const className = isCentred ? `${styles.card} ${styles.centred}` : styles.card
  if (!heading) return <div className={className}>{children}</div>
  return (
    <section className={className} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      {children}
    </section>
  )
}
