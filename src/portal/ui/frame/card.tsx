import { useId } from 'react'
import styles from './card.module.css'

type CardProps = { heading?: string; isCentred?: boolean; children: React.ReactNode }

/** The white surface on which a page puts one matter. */
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
