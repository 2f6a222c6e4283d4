import { DEMO_LINES, UNKNOWN_LINE, type DemoBundle, type DemoLine, type LineType } from '../demo-identities.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import { DAY_MS } from './days.ts'
import type { Store } from './journal-store.ts'
import { isOperatorNumber } from './numbers.ts'

export type ActiveBundle = {
  id: string
  productCode: string
  name: string
  usage: 'data' | 'voice' | 'sms'
  unit: string
  remaining: number | 'unlimited'
  /** What it began with. */
  total: number | 'unlimited'
  startsAt: number
  endsAt: number | 'never'
}

export type Line = { msisdn: string; type: LineType; accountNo?: string; airtime: number; bundles: readonly ActiveBundle[] }

export type Lines = {
  /** Makes an unknown number of the operator at first sight; undefined when the number is not the operator's. */
  find(msisdn: string): Line | undefined
  /** Every line that was ever seen. */
  all(): Line[]
  put(line: Line): void
  /** One entry for each benefit of what was bought; what has ended meanwhile is forgotten. */
  addBundles(msisdn: string, bundles: readonly ActiveBundle[]): void
  /** What is not yet over, without regard to what is left of it. */
  activeBundles(line: Line): ActiveBundle[]
  seed(): void
}

type Options = { store: Store; clock: Clock; changes: Changes }

export function createLines({ store, clock, changes }: Options): Lines {
  const lines = store.collection<Line>('lines')

  function put(line: Line): void {
    lines.put(line.msisdn, line)
    changes.announce(line.msisdn)
  }

  function find(msisdn: string): Line | undefined {
    if (!isOperatorNumber(msisdn)) return undefined
    const known = lines.get(msisdn)
    if (known) return known
    const line: Line = { msisdn, type: UNKNOWN_LINE.type, airtime: UNKNOWN_LINE.airtime, bundles: [] }
    lines.put(msisdn, line)
    return line
  }

  function activeBundles(line: Line): ActiveBundle[] {
    return line.bundles.filter(({ endsAt }) => endsAt === 'never' || endsAt > clock.now())
  }

  return {
    find,
    all: () => lines.all(),
    put,
    addBundles(msisdn, bundles) {
      const line = find(msisdn)
      if (line) put({ ...line, bundles: [...activeBundles(line), ...bundles] })
    },
    activeBundles,
    seed() {
      for (const demo of DEMO_LINES) put(lineOf(demo, clock.now()))
    },
  }
}

function lineOf(demo: DemoLine, now: number): Line {
  const account = demo.accountNo === undefined ? {} : { accountNo: demo.accountNo }
  const bundles = (demo.bundles ?? []).map((bundle) => bundleOf(demo.msisdn, bundle, now))
  return { msisdn: demo.msisdn, type: demo.type, ...account, airtime: demo.airtime, bundles }
}

function bundleOf(msisdn: string, { daysLeft, ...bundle }: DemoBundle, now: number): ActiveBundle {
  return {
    ...bundle,
    id: fixtureBundleId(msisdn, bundle.productCode),
    startsAt: now + (daysLeft - 30) * DAY_MS,
    endsAt: now + daysLeft * DAY_MS,
  }
}

export function fixtureBundleId(msisdn: string, productCode: string): string {
  return `${msisdn}-${productCode}`
}
