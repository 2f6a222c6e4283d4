import styles from './begun-ticket.module.css'
import { Ticket, type TicketProps } from './ticket.tsx'

/** The ticket of what was begun. Apart, so that the colours of its ends go only to pages that show them. */
export function BegunTicket({ stub, ...ticket }: TicketProps) {
  return <Ticket {...ticket} stub={{ ...stub, look: styles[stub.state] }} />
}
