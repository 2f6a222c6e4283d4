import type { ActiveBundle, Line } from '../world/lines.ts'
import type { World } from '../world/world.ts'
import { linesInQuery, lineOf } from './lines-in-query.ts'
import type { TmfRecord } from './collection-query.ts'
import { hrefOf, type Mount, type Resource } from './resource.ts'
import { internationalNumber } from '../world/numbers.ts'
import { CURRENCY, amountPattern } from '../operator.ts'

const PATH = 'bucket'
const AIRTIME_LETTERS = 'AIR-'
const UNIT_NAMES: Record<string, string> = {
  [CURRENCY]: amountPattern(CURRENCY, 'fr').replace('#', '').trim(),
  GB: 'Go',
  MB: 'Mo',
  MIN: 'min',
  SMS: 'SMS',
}
const FRENCH = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 })

type Quantity = { amount: number; units: string }
type Contents = {
  id: string
  name: string
  usageType: 'monetary' | ActiveBundle['usage']
  remaining: Quantity | 'unlimited'
  reserved?: Quantity
  initial?: Quantity | 'unlimited'
  validFor?: { startDateTime: string; endDateTime: string }
  product?: { id: string; name: string }
}

/** TMF654 bucket: the airtime of a line and the rest of each benefit of its bundles. */
export function buckets(mount: Mount): Resource[] {
  const { world } = mount
  const show = (line: Line) => contentsOf(world, line).map((contents) => shownBucket(mount, line, contents))
  return [
    {
      path: PATH,
      list: {
        operation: 'bucket.list',
        run: (query) => linesInQuery(world, query, ['logicalResource.id', 'relatedParty.id']).flatMap(show),
      },
      read: {
        operation: 'bucket.read',
        run(id) {
          const owner = airtimeLine(world, id) ?? world.lines.all().find((line) => line.bundles.some((bundle) => bundle.id === id))
          return owner && show(owner).find((bucket) => bucket.id === id)
        },
      },
    },
  ]
}

export function airtimeBucketId(line: Line): string {
  return `${AIRTIME_LETTERS}${internationalNumber(line.msisdn)}`
}

/** The line of an airtime bucket: named by the bucket's id or, as some operators accept, by the number. */
export function airtimeLine(world: World, bucketId: string): Line | undefined {
  const line = lineOf(world, bucketId.startsWith(AIRTIME_LETTERS) ? bucketId.slice(AIRTIME_LETTERS.length) : bucketId)
  return line && hasAirtime(line) ? line : undefined
}

/** A line with a bill only has no airtime. */
function hasAirtime(line: Line): boolean {
  return line.type !== 'POSTPAID'
}

export function partyAccountId(line: Line): string {
  return line.accountNo ?? `PA-${internationalNumber(line.msisdn)}`
}

function contentsOf(world: World, line: Line): Contents[] {
  const reservedAmount = world.reservations.heldOn(line.msisdn)
  const airtime: Contents = {
    id: airtimeBucketId(line),
    name: 'Crédit d’appel',
    usageType: 'monetary',
    remaining: { amount: line.airtime - reservedAmount, units: CURRENCY },
    reserved: { amount: reservedAmount, units: CURRENCY },
  }
  return [...(hasAirtime(line) ? [airtime] : []), ...world.lines.activeBundles(line).map(bundleContents)]
}

function bundleContents(bundle: ActiveBundle): Contents {
  const { id, name, usage, unit, remaining, total, startsAt, endsAt, productCode } = bundle
  return {
    id,
    name,
    usageType: usage,
    remaining: remaining === 'unlimited' ? 'unlimited' : { amount: remaining, units: unit },
    initial: total === 'unlimited' ? 'unlimited' : { amount: total, units: unit },
    ...(endsAt === 'never'
      ? {}
      : { validFor: { startDateTime: new Date(startsAt).toISOString(), endDateTime: new Date(endsAt).toISOString() } }),
    product: { id: productCode, name },
  }
}

function shownBucket(mount: Mount, line: Line, contents: Contents): TmfRecord {
  const { id, name, usageType, remaining, reserved, initial, validFor, product } = contents
  const number = internationalNumber(line.msisdn)
  const names = AMOUNT_NAMES[mount.profile.name]
  const owner =
    mount.profile.name === 'odd'
      ? { relatedParty: [{ id: number, role: 'customer', '@referredType': 'Customer' }] }
      : { logicalResource: [{ id: number, '@referredType': 'MSISDN' }] }
  return {
    id,
    href: hrefOf(mount, PATH, id),
    name,
    usageType,
    status: 'active',
    isShared: false,
    ...(remaining === 'unlimited' ? {} : { [names.remaining]: remaining }),
    remainingValueName: remaining === 'unlimited' ? 'unlimited' : `${FRENCH.format(remaining.amount)} ${UNIT_NAMES[remaining.units] ?? ''}`,
    ...(reserved ? { [names.reserved]: reserved } : {}),
    ...(initial && initial !== 'unlimited' ? { [names.initial]: initial } : {}),
    ...(validFor ? { validFor } : {}),
    ...owner,
    ...(product ? { product: [product] } : {}),
    partyAccount: { id: partyAccountId(line), '@referredType': 'PartyAccount' },
    ...(initial ? { '@type': 'BundleBucket', '@baseType': 'Bucket' } : { '@type': 'Bucket' }), // the initial value is ours: the standard has none
  }
}

/** Field names of releases before 4.0, which some deployments still use. */
const AMOUNT_NAMES = {
  standard: { remaining: 'remainingValue', reserved: 'reservedValue', initial: 'initialValue' },
  odd: { remaining: 'remainedAmount', reserved: 'reservedAmount', initial: 'initialAmount' },
} as const
