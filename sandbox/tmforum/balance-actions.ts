import { Type, type Static, type TNumberOptions } from 'typebox'
import { payerBehaviour } from '../demo-identities.ts'
import { isPaidInVain } from '../wallet-payments/wallet-money.ts'
import type { Collection } from '../world/journal-store.ts'
import type { Line } from '../world/lines.ts'
import { internationalNumber, nationalNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { airtimeBucketId, airtimeLine, partyAccountId } from './buckets.ts'
import type { Query, TmfRecord } from './collection-query.ts'
import { badRequest } from './refusal.ts'
import { hrefOf, newId, type CreateRequest, type Mount, type Resource } from './resource.ts'
import { CURRENCY, exponentOf } from '../operator.ts'

/** A change of a line's airtime: a top-up, an adjustment, a reservation. */
export type BalanceAction = {
  id: string
  kind: ActionKind
  msisdn: string
  amount: number
  reference: string
  status: 'created' | 'failed' | 'cancelled' | 'completed'
  requestedAt: string
  confirmedAt?: string
  /** Other fields of the request, returned unchanged. The name is stored in the journal. */
  said: Readonly<Record<string, unknown>>
}

export type ActionKind = keyof typeof ACTIONS
const ACTIONS = {
  topup: { path: 'topupBalance', letters: 'TU', type: 'TopupBalance' },
  adjustment: { path: 'adjustBalance', letters: 'AB', type: 'AdjustBalance' },
  reservation: { path: 'reserveBalance', letters: 'RB', type: 'ReserveBalance' },
} as const

export const REFERENCE_FIELD = 'reason'

const Reference = Type.Object({ id: Type.String({ minLength: 1 }) })
const usageType = Type.Literal('monetary')
/** Whole, where the currency has no smaller unit. */
const asAmount = (options: TNumberOptions) => (exponentOf(CURRENCY) === 0 ? Type.Integer(options) : Type.Number(options))
const amountOf = (amount: ReturnType<typeof asAmount>) => Type.Object({ amount, units: Type.Literal(CURRENCY) })

const common = { usageType, bucket: Reference, logicalResource: Type.Optional(Type.Array(Reference)), reason: Type.Optional(Type.String()) }
const PositiveAmount = amountOf(asAmount({ exclusiveMinimum: 0 }))

export const TopupBody = Type.Object({
  ...common,
  amount: PositiveAmount,
  partyAccount: Reference,
  requestor: Type.Optional(Reference),
  description: Type.Optional(Type.String()),
})
export const ReservationBody = Type.Object({
  ...common,
  amount: PositiveAmount,
  partyAccount: Reference,
  validFor: Type.Optional(Type.Object({ endDateTime: Type.String() })),
})
export const AdjustmentBody = Type.Object({
  ...common,
  amount: amountOf(asAmount({})),
  adjustType: Type.Optional(Type.Union([Type.Literal('oneTime'), Type.Literal('recurring')])),
})

type ActionBody = Static<typeof TopupBody> | Static<typeof ReservationBody> | Static<typeof AdjustmentBody>

export function balanceActions({ store }: World): Collection<BalanceAction> {
  return store.collection<BalanceAction>('tmforum.balance-actions', { groupBy: ({ reference }) => reference })
}

export function newAction(world: World, kind: ActionKind, { body, reference }: CreateRequest<ActionBody>): BalanceAction {
  const { amount, usageType: _usageType, bucket: _bucket, reason: _reason, ...said } = body
  const { msisdn } = namedLine(world, body)
  const id = newId(ACTIONS[kind].letters)
  return { id, kind, msisdn, amount: amount.amount, reference, status: 'created', requestedAt: world.clock.iso(), said }
}

function namedLine(world: World, { bucket, logicalResource = [] }: ActionBody): Line {
  const line = airtimeLine(world, bucket.id)
  if (!line) throw badRequest(`There is no monetary bucket ${bucket.id}`)
  if (logicalResource.some(({ id }) => nationalNumber(id) !== line.msisdn))
    throw badRequest('bucket and logicalResource do not belong together')
  return line
}

/** Refused by a number in the delivery, or by a payment from that number's wallet: a delivery does not name the payer. */
export function isDeliveryRefused(world: World, named: { numbers: readonly (string | undefined)[]; payment: unknown }): boolean {
  const isNamed = named.numbers.some((number) => payerBehaviour(nationalNumber(number ?? '') ?? '') === 'delivery-refused')
  return isNamed || isPaidInVain(world, named.payment)
}

/** Reading is the same for every kind of action. */
export function actionReads(mount: Mount, kind: 'topup' | 'adjustment' | 'reservation'): Pick<Resource, 'path' | 'list' | 'read'> {
  const actions = balanceActions(mount.world)
  return {
    path: ACTIONS[kind].path,
    list: {
      operation: `${kind}.list`,
      run: (query) =>
        actionsInQuery(mount, query)
          .filter((action) => action.kind === kind)
          .map((action) => shownAction(mount, action)),
    },
    read: {
      operation: `${kind}.read`,
      run(id) {
        const action = actions.get(id)
        return action?.kind === kind ? shownAction(mount, action) : undefined
      },
    },
  }
}

export function actionsInQuery({ world, profile }: Mount, query: Query): BalanceAction[] {
  const actions = balanceActions(world)
  const reference = profile.referenceInQuery(query, REFERENCE_FIELD)
  return reference === undefined ? actions.all() : actions.group(reference)
}

export function shownAction(mount: Mount, action: BalanceAction, path: string = ACTIONS[action.kind].path): TmfRecord {
  const { id, kind, msisdn, amount, reference, status, requestedAt, confirmedAt, said } = action
  const line = mount.world.lines.find(msisdn)
  return {
    ...said,
    id,
    href: hrefOf(mount, path, id),
    status,
    amount: { amount, units: CURRENCY },
    usageType: 'monetary',
    ...(line ? { bucket: { id: airtimeBucketId(line) }, partyAccount: { id: partyAccountId(line) } } : {}),
    logicalResource: [{ id: internationalNumber(msisdn), '@referredType': 'MSISDN' }],
    requestedDate: requestedAt,
    ...(confirmedAt === undefined ? {} : { confirmationDate: confirmedAt }),
    ...mount.profile.shownReference(REFERENCE_FIELD, reference),
    '@type': ACTIONS[kind].type,
  }
}
