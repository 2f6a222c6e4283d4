import type { ReactNode } from 'react'
import styles from './ticket.module.css'

type TicketHolderProps = {
  /** Where paper hangs under the ticket. */
  joins: 'always' | 'wide'
  children: ReactNode
}

/** Holds the ticket in sight while the page is scrolled, and above the loading overlay. */
export function TicketHolder({ joins, children }: TicketHolderProps) {
  return <div className={`${styles.holder} ${styles.sticky} ${joins === 'always' ? styles.joined : styles.joinedWide}`}>{children}</div>
}

/** The paper under the ticket: the summary of a purchase, later its receipt. */
export function Paper({ children }: { children: ReactNode }) {
  return (
    <div className={styles.holder}>
      <div className={styles.tear} data-tear />
      <div className={styles.paper} data-torn>
        {children}
      </div>
    </div>
  )
}
