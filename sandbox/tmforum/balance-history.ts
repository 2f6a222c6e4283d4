import { actionsInQuery, balanceActions, shownAction, type BalanceAction } from './balance-actions.ts'
import type { TmfRecord } from './collection-query.ts'
import type { Mount, Resource } from './resource.ts'
import { internationalNumber } from '../world/numbers.ts'

const PATH = 'balanceActionHistory'

/** TMF654 balanceActionHistory: top-ups and adjustments in every state, without reservations. */
export function balanceHistory(mount: Mount): Resource[] {
  const actions = balanceActions(mount.world)
  const isHistory = ({ kind }: BalanceAction) => kind !== 'reservation'
  const show = (action: BalanceAction): TmfRecord => ({
    ...shownAction(mount, action, PATH),
    receiverLogicalResource: { id: internationalNumber(action.msisdn), '@referredType': 'MSISDN' },
  })
  return [
    {
      path: PATH,
      list: { operation: 'history.list', run: (query) => actionsInQuery(mount, query).filter(isHistory).map(show) },
      read: {
        operation: 'history.read',
        run(id) {
          const action = actions.get(id)
          return action && isHistory(action) ? show(action) : undefined
        },
      },
    },
  ]
}
