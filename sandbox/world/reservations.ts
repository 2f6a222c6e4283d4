import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Store } from './journal-store.ts'

/** Airtime reserved for a payment: it is still on the line, but other purchases cannot spend it. */
export type Reservation = { id: string; msisdn: string; amount: number; ourReference: string; expiresAt: number }

export type Reservations = {
  hold(reservation: Reservation): void
  /** Undefined when it was never made, was released, or has expired. */
  find(id: string): Reservation | undefined
  of(msisdn: string): Reservation[]
  heldOn(msisdn: string): number
  /** Lowers what is held, because that much is being taken. */
  use(id: string, amount: number): void
  release(id: string): void
}

type Options = { store: Store; clock: Clock; changes: Changes }

export function createReservations({ store, clock, changes }: Options): Reservations {
  const reservations = store.collection<Reservation>('reservations', { groupBy: ({ msisdn }) => msisdn })

  const isRunning = (reservation: Reservation) => reservation.expiresAt > clock.now()
  const of = (msisdn: string) => reservations.group(msisdn).filter(isRunning)

  function find(id: string): Reservation | undefined {
    const reservation = reservations.get(id)
    return reservation && isRunning(reservation) ? reservation : undefined
  }

  function put(reservation: Reservation): void {
    reservations.put(reservation.id, reservation)
    changes.announce(reservation.msisdn)
  }

  return {
    hold: put,
    find,
    of,
    heldOn: (msisdn) => of(msisdn).reduce((sum, { amount }) => sum + amount, 0),
    use(id, amount) {
      const reservation = find(id)
      if (reservation) put({ ...reservation, amount: Math.max(0, reservation.amount - amount) })
    },
    release(id) {
      const reservation = reservations.get(id)
      reservations.remove(id)
      if (reservation) changes.announce(reservation.msisdn)
    },
  }
}
