import styles from './begun-ticket.module.css'
import { Ticket, type TicketProps } from './ticket.tsx'

/** The ticket of a started purchase. A separate file, so that its end colours are only in the CSS of pages that show them. */
export function BegunTicket({ stub, ...ticket }: TicketProps) {
  return <Ticket {...ticket} stub={{ ...stub, look: styles[stub.state] }} />
}
