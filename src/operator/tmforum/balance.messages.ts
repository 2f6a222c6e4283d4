import { type Static, Type } from 'typebox'
import type { OperatorBalance } from '#features/line/server/operator-lines.ts'
import type { OperatorProfile } from '../operator-profile.ts'
import { Id, idOf, NAMED, Period, Quantity, readDate, SAYS_UNLIMITED, wordOf } from './shapes.ts'

/** 654, with the names of its older version beside the present ones. */
export const Bucket = Type.Object({
  ...NAMED,
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  usageType: Type.Optional(Type.String()),
  bucketType: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  remainingValue: Type.Optional(Quantity),
  remainingValueName: Type.Optional(Type.String()),
  remainedAmount: Type.Optional(Quantity),
  remainedAmountName: Type.Optional(Type.String()),
  /** Not in the documents: some deployments report the initial amount of a bundle. */
  initialValue: Type.Optional(Quantity),
  initialAmount: Type.Optional(Quantity),
  validFor: Type.Optional(Period),
  product: Type.Optional(Type.Array(Type.Object({ id: Type.Optional(Id), name: Type.Optional(Type.String()) }))),
  partyAccount: Type.Optional(Type.Object({ id: Id })),
})
export type Bucket = Static<typeof Bucket>

const KINDS: Record<string, OperatorBalance['kind']> = { monetary: 'AIRTIME', airtime: 'AIRTIME', data: 'DATA', voice: 'VOICE', sms: 'SMS' }

/** Usable balances only: an expired or suspended bucket is left out. */
export function balancesOf(
  buckets: readonly Bucket[],
  { remainingField }: Pick<OperatorProfile['buckets'], 'remainingField'>,
): OperatorBalance[] | null {
  const usable = buckets.filter((bucket) => isUsable(bucket) && saysSomething(bucket, remainingField))
  const balances = usable.map((bucket, index): OperatorBalance => {
    const kind = kindOf(bucket)
    const total = bucket.initialValue ?? bucket.initialAmount
    return {
      // Only distinguishes the rows of one response.
      id: idOf(bucket) ?? `bucket-${index + 1}`,
      kind,
      label: bucket.name ?? bucket.product?.[0]?.name ?? bucket.description ?? kind,
      productCode: bucket.product?.[0]?.id?.toString(),
      remaining: remainingOf(bucket, remainingField),
      total: total?.amount === undefined ? null : { value: total.amount, unit: total.units ?? '' },
      expiresAt: readDate(bucket.validFor?.endDateTime),
    }
  })
  // Money without a limit does not exist: a purse without an amount is unreadable.
  return balances.some(({ kind, remaining }) => kind === 'AIRTIME' && remaining === 'unlimited') ? null : balances
}

/** The purse that top-ups fill and airtime payments empty, with its account where the operator names one (654 need not). */
export function mainPurse(buckets: readonly Bucket[]): { bucketId: string; accountId: string | null } | null {
  const purse = buckets.find((bucket) => isUsable(bucket) && kindOf(bucket) === 'AIRTIME' && idOf(bucket) !== null)
  const bucketId = purse ? idOf(purse) : null
  const account = purse?.partyAccount
  return bucketId === null ? null : { bucketId, accountId: account ? String(account.id) : null }
}

function isUsable({ status }: Bucket): boolean {
  return wordOf(status ?? 'active') === 'active'
}

/** A bucket without a type and an amount would be shown as "unlimited" nothing. */
function saysSomething(bucket: Bucket, remainingField: OperatorProfile['buckets']['remainingField']): boolean {
  return kindOf(bucket) !== 'OTHER' || bucket[remainingField]?.amount !== undefined || bucket.name !== undefined
}

function kindOf({ usageType, bucketType }: Bucket): OperatorBalance['kind'] {
  return KINDS[wordOf(usageType ?? bucketType)] ?? 'OTHER'
}

function remainingOf(bucket: Bucket, field: OperatorProfile['buckets']['remainingField']): OperatorBalance['remaining'] {
  const quantity = bucket[field]
  const name = field === 'remainingValue' ? bucket.remainingValueName : (bucket.remainedAmountName ?? bucket.remainingValueName)
  if (quantity?.amount === undefined || (name !== undefined && SAYS_UNLIMITED.test(name))) return 'unlimited'
  return { value: quantity.amount, unit: quantity.units ?? '' }
}
