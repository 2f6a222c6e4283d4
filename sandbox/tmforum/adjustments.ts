import assert from 'node:assert/strict'
import type { Reservation } from '../world/reservations.ts'
import type { World } from '../world/world.ts'
import {
  actionReads,
  AdjustmentBody,
  balanceActions,
  newAction,
  REFERENCE_FIELD,
  shownAction,
  type BalanceAction,
} from './balance-actions.ts'
import { badRequest } from './refusal.ts'
import { creation, type Mount, type Resource } from './resource.ts'
import { CURRENCY } from '../operator.ts'

/**
 * TMF654 adjustBalance: below zero it takes airtime, above zero it gives some back. Version 4 has no way to say which reservation is
 * being taken, so the one with the same reference is used up first.
 */
export function adjustments(mount: Mount): Resource[] {
  const { world } = mount
  const create = creation({
    operation: 'adjustment.create',
    schema: AdjustmentBody,
    referenceField: REFERENCE_FIELD,
    run(given) {
      if (given.body.amount.amount === 0) throw badRequest('amount must not be 0')
      const action = newAction(world, 'adjustment', given)
      const completed: BalanceAction = { ...action, status: 'completed', confirmedAt: action.requestedAt }
      world.store.together(() => {
        if (completed.amount < 0) take(world, completed)
        else giveBack(world, completed)
        balanceActions(world).put(completed.id, completed)
      })
      return shownAction(mount, completed)
    },
  })
  return [{ ...actionReads(mount, 'adjustment'), create }]
}

function take(world: World, action: BalanceAction): void {
  const { msisdn, reference } = action
  const amount = -action.amount
  const reservation = reservationOf(world, msisdn, reference)
  const available = (world.lines.find(msisdn)?.airtime ?? 0) - world.reservations.heldOn(msisdn) + (reservation?.amount ?? 0)
  if (amount > available) throw badRequest(`Only ${available} ${CURRENCY} are available`, 'insufficientBalance')
  if (reservation) world.reservations.use(reservation.id, amount)
  const result = world.money.move({ ...entryOf(action), kind: 'capture', amount, from: airtimeOf(msisdn), to: OPERATOR })
  assert(result.kind === 'moved')
}

function giveBack(world: World, action: BalanceAction): void {
  world.money.move({ ...entryOf(action), kind: 'refund', amount: action.amount, from: OPERATOR, to: airtimeOf(action.msisdn) })
}

const OPERATOR = { kind: 'outside', name: 'operator' } as const
const airtimeOf = (msisdn: string) => ({ kind: 'airtime', msisdn }) as const

function entryOf({ id, reference, msisdn }: BalanceAction) {
  return { face: 'tmforum', reference: id, ourReference: reference, msisdn, currency: CURRENCY } as const
}

function reservationOf(world: World, msisdn: string, reference: string): Reservation | undefined {
  if (reference === '') return undefined
  return world.reservations.of(msisdn).find((one) => one.ourReference === reference || one.id === reference)
}
