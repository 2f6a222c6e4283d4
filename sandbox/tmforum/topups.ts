import type { World } from '../world/world.ts'
import {
  actionReads,
  balanceActions,
  isDeliveryRefused,
  newAction,
  REFERENCE_FIELD,
  shownAction,
  TopupBody,
  type BalanceAction,
} from './balance-actions.ts'
import { creation, type Mount, type Resource } from './resource.ts'
import { CURRENCY } from '../operator.ts'

const JOB = 'tmforum.topup'
const SETTLED_AFTER_MS = 300

/**
 * TMF654 topupBalance. The standard knows no reference that must be used once, so the same one twice credits twice: it is the
 * caller who must not ask twice.
 */
export function topups(mount: Mount): Resource[] {
  const { world } = mount
  const create = creation({
    operation: 'topup.create',
    schema: TopupBody,
    referenceField: REFERENCE_FIELD,
    run(given) {
      const action = newAction(world, 'topup', given)
      world.store.together(() => {
        balanceActions(world).put(action.id, action)
        world.scheduler.schedule({ kind: JOB, data: { id: action.id }, afterMs: given.lateMs ?? SETTLED_AFTER_MS })
      })
      return shownAction(mount, action)
    },
  })
  return [{ ...actionReads(mount, 'topup'), create }]
}

export function handleTopups(world: World): void {
  const actions = balanceActions(world)
  world.scheduler.handle<{ id: string }>(JOB, async ({ id }) => {
    const topup = actions.get(id)
    if (topup?.status === 'created') settle(world, topup)
    return 'done'
  })
}

function settle(world: World, topup: BalanceAction): void {
  const { id, msisdn, amount, reference, said } = topup
  const actions = balanceActions(world)
  const requestor = said['requestor'] as { id?: string } | undefined
  const confirmedAt = world.clock.iso()
  if (isDeliveryRefused(world, { numbers: [msisdn, requestor?.id], payment: said['description'] }))
    return actions.put(id, { ...topup, status: 'failed', confirmedAt })
  world.store.together(() => {
    world.money.move({
      face: 'tmforum',
      kind: 'credit',
      reference: id,
      ourReference: reference,
      msisdn,
      amount,
      currency: CURRENCY,
      from: { kind: 'outside', name: 'operator' },
      to: { kind: 'airtime', msisdn },
    })
    actions.put(id, { ...topup, status: 'completed', confirmedAt })
  })
}
