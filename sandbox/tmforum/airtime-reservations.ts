import {
  actionReads,
  balanceActions,
  newAction,
  REFERENCE_FIELD,
  ReservationBody,
  shownAction,
  type BalanceAction,
} from './balance-actions.ts'
import type { TmfRecord } from './collection-query.ts'
import { badRequest } from './refusal.ts'
import { creation, type Mount, type Resource } from './resource.ts'
import { CURRENCY } from '../operator.ts'

const LIFE_MS = 24 * 60 * 60 * 1000

/** TMF654 reserveBalance: answered at once, and gone when it is deleted or its time is over. */
export function airtimeReservations(mount: Mount): Resource[] {
  const { world } = mount
  const actions = balanceActions(world)
  const { path, list, read } = actionReads(mount, 'reservation')

  const create = creation({
    operation: 'reservation.create',
    schema: ReservationBody,
    referenceField: REFERENCE_FIELD,
    run(given) {
      const action = newAction(world, 'reservation', given)
      const { id, msisdn, amount, reference } = action
      const available = (world.lines.find(msisdn)?.airtime ?? 0) - world.reservations.heldOn(msisdn)
      if (amount > available) throw badRequest(`Only ${available} ${CURRENCY} are available`, 'insufficientBalance')
      const expiresAt = readEnd(given.body.validFor?.endDateTime) ?? world.clock.now() + LIFE_MS
      const validFor = { startDateTime: action.requestedAt, endDateTime: new Date(expiresAt).toISOString() }
      const completed: BalanceAction = {
        ...action,
        status: 'completed',
        confirmedAt: action.requestedAt,
        said: { ...action.said, validFor },
      }
      world.store.together(() => {
        world.reservations.hold({ id, msisdn, amount, ourReference: reference, expiresAt })
        actions.put(id, completed)
      })
      return shownAction(mount, completed)
    },
  })

  /** Time over: nothing is held any longer. */
  const withPresentStatus = (record: TmfRecord): TmfRecord =>
    world.reservations.find(record.id ?? '') ? record : { ...record, status: 'cancelled' }

  return [
    {
      path,
      list: { ...list, run: (query) => list.run(query).map(withPresentStatus) },
      read: {
        ...read,
        run(id) {
          const record = read.run(id)
          return record && withPresentStatus(record)
        },
      },
      create,
      remove: {
        operation: 'reservation.delete',
        run(id) {
          if (actions.get(id)?.kind !== 'reservation') return false
          world.store.together(() => {
            world.reservations.release(id)
            actions.remove(id)
          })
          return true
        },
      },
    },
  ]
}

function readEnd(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const end = Date.parse(text)
  if (Number.isNaN(end)) throw badRequest('validFor.endDateTime is not a time')
  return end
}
