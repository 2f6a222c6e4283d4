import { type Static, Type } from 'typebox'
import type { OperatorBalance } from '#features/line/server/operator-lines.ts'
import type { OperatorProfile } from '../operator-profile.ts'
import { Id, Period, Quantity, readDate, SAYS_UNLIMITED } from './shapes.ts'

/** 654, with the names of its older version beside the present ones. */
export const Bucket = Type.Object({
  id: Id,
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  usageType: Type.Optional(Type.String()),
  bucketType: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  remainingValue: Type.Optional(Quantity),
  remainingValueName: Type.Optional(Type.String()),
  remainedAmount: Type.Optional(Quantity),
  remainedAmountName: Type.Optional(Type.String()),
  /** Not in the documents: some deployments tell what a bundle began with. */
  initialValue: Type.Optional(Quantity),
  initialAmount: Type.Optional(Quantity),
  validFor: Type.Optional(Period),
  product: Type.Optional(Type.Array(Type.Object({ name: Type.Optional(Type.String()) }))),
  partyAccount: Type.Optional(Type.Object({ id: Id })),
})
export type Bucket = Static<typeof Bucket>

const KINDS: Record<string, OperatorBalance['kind']> = { monetary: 'AIRTIME', airtime: 'AIRTIME', data: 'DATA', voice: 'VOICE', sms: 'SMS' }

/** What can still be used: an expired or suspended bucket is of no use to anybody. */
export function balancesOf(buckets: readonly Bucket[], { remainingField }: OperatorProfile['buckets']): OperatorBalance[] | null {
  const usable = buckets.filter(isUsable)
  const balances = usable.map((bucket): OperatorBalance => {
    const kind = kindOf(bucket)
    const total = bucket.initialValue ?? bucket.initialAmount
    return {
      id: String(bucket.id),
      kind,
      label: bucket.name ?? bucket.product?.[0]?.name ?? bucket.description ?? kind,
      remaining: remainingOf(bucket, remainingField),
      total: total ? { value: total.amount, unit: total.units ?? '' } : null,
      expiresAt: readDate(bucket.validFor?.endDateTime),
    }
  })
  // Money without end does not exist: a purse that does not tell its content was not read.
  return balances.some(({ kind, remaining }) => kind === 'AIRTIME' && remaining === 'unlimited') ? null : balances
}

/** The purse that top-ups fill and airtime payments empty, with the account the documents ask for beside it. */
export function mainPurse(buckets: readonly Bucket[]): { bucketId: string; accountId: string } | null {
  const purse = buckets.find((bucket) => isUsable(bucket) && kindOf(bucket) === 'AIRTIME')
  return purse?.partyAccount ? { bucketId: String(purse.id), accountId: String(purse.partyAccount.id) } : null
}

function isUsable({ status }: Bucket): boolean {
  return (status ?? 'active').trim().toLowerCase() === 'active'
}

function kindOf({ usageType, bucketType }: Bucket): OperatorBalance['kind'] {
  return KINDS[(usageType ?? bucketType ?? '').toLowerCase()] ?? 'OTHER'
}

function remainingOf(bucket: Bucket, field: OperatorProfile['buckets']['remainingField']): OperatorBalance['remaining'] {
  const quantity = bucket[field]
  const name = field === 'remainingValue' ? bucket.remainingValueName : (bucket.remainedAmountName ?? bucket.remainingValueName)
  if (quantity === undefined || (name !== undefined && SAYS_UNLIMITED.test(name))) return 'unlimited'
  return { value: quantity.amount, unit: quantity.units ?? '' }
}
