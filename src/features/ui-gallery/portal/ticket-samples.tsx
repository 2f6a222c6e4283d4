import { BegunTicket } from '#portal/ui/ticket/begun-ticket.tsx'
import { Paper, TicketHolder } from '#portal/ui/ticket/paper.tsx'
import type { TicketState } from '#portal/ui/ticket/ticket.tsx'
import styles from './gallery.module.css'

const STATES: [TicketState, string][] = [
  ['edit', 'Modifier'],
  ['running', 'En attente'],
  ['done', 'Livré'],
  ['failed', 'Refusé'],
  ['returned', 'Rendu'],
  ['review', 'Contrôle'],
  ['kept', 'Gardé'],
]

/** The ticket in every state that its stub can say; without a network each says so instead. */
export function TicketSamples() {
  return (
    <section className={styles.tickets} aria-label="Billets">
      {STATES.map(([state, word]) => (
        <div key={state}>
          <TicketHolder joins="always">
            <BegunTicket
              label={`Billet, ${word}`}
              what="Recharge de crédit"
              sum="1 000 F"
              towards="pour"
              goal="90 00 00 01"
              stub={{ state, word, ...(state === 'edit' && { href: '/prepaid-recharge' }) }}
              offlineWord="Hors ligne"
            />
          </TicketHolder>
          <Paper>Ce qui sort sous le billet.</Paper>
        </div>
      ))}
    </section>
  )
}
