import { setTimeout as pause } from 'node:timers/promises'
import { auditRecords, type Audit } from './audit.ts'
import type { LedgerLine } from './payment-records.ts'
import { countDue, moveIntoPast, readPaymentRecords, secondsToLastWork } from './portal-tables.ts'

export type AuditedPlace = { databaseUrl: string; sandboxUrl: string }

const ROUND_MS = 500
/** Longer than the worker's next sweep, also on a slow machine. */
const SWEEP_MS = 2_500
const MAX_LEAP_SECONDS = 3_600
/** Time jumps without a change: afterwards only the portal's last deadline, two days, can change an order, by review. */
const LEAPS_WITHOUT_NEWS = 5
const LAST_DEADLINE_SECONDS = 49 * 3_600

/** Invariants that hold at any moment. */
export async function auditNow(place: AuditedPlace): Promise<Audit> {
  // The ledger is read first: later movements may be in the records only, so it is read again when there are differences.
  const audit = await compare(place, { isSettled: false })
  if (audit.differences.length === 0) return audit
  await pause(SWEEP_MS)
  return compare(place, { isSettled: false })
}

/** Waits until nothing is in progress, advancing time where the portal waits, and then audits all ledgers. */
export async function settleAndAudit(place: AuditedPlace, { withinSeconds = 120 } = {}): Promise<Audit> {
  const deadline = performance.now() + withinSeconds * 1000
  let before = ''
  let leapsWithoutNews = 0
  for (;;) {
    await untilNothingIsDue(place, deadline)
    const { unsettled } = await compare(place, { isSettled: false })
    if (unsettled.length === 0 || performance.now() > deadline) break
    leapsWithoutNews = unsettled.join() === before ? leapsWithoutNews + 1 : 0
    before = unsettled.join()
    await leapToNextWork(place, unsettled, leapsWithoutNews >= LEAPS_WITHOUT_NEWS ? LAST_DEADLINE_SECONDS : 0)
  }
  return compare(place, { isSettled: true })
}

async function untilNothingIsDue({ databaseUrl }: AuditedPlace, deadline: number): Promise<void> {
  for (let quiet = 0; quiet < 2 && performance.now() < deadline;) {
    quiet = (await countDue(databaseUrl)) === 0 ? quiet + 1 : 0
    await pause(ROUND_MS)
  }
}

async function leapToNextWork(
  { databaseUrl, sandboxUrl }: AuditedPlace,
  references: readonly string[],
  atLeastSeconds: number,
): Promise<void> {
  const seconds = await secondsToLastWork(databaseUrl, references)
  const leap = Math.max(Math.min(Math.max(Math.ceil(seconds ?? 1), 1), MAX_LEAP_SECONDS), atLeastSeconds)
  const answer = await fetch(`${sandboxUrl}/control/time`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: `PT${leap}S` }),
  })
  if (!answer.ok) throw new Error(`the sandbox clock was not moved: ${answer.status}`)
  await moveIntoPast(databaseUrl, references, leap)
  await pause(SWEEP_MS)
}

async function compare({ databaseUrl, sandboxUrl }: AuditedPlace, options: { isSettled: boolean }): Promise<Audit> {
  const readLedger = async () => (await (await fetch(`${sandboxUrl}/control/ledger`)).json()) as LedgerLine[]
  // Reads in both orders, so that a movement between the two is not mistaken for a difference.
  const before = auditRecords(await readPaymentRecords(databaseUrl), await readLedger(), options)
  if (before.differences.length === 0) return before
  const ledger = await readLedger()
  const after = auditRecords(await readPaymentRecords(databaseUrl), ledger, options)
  const isInBoth = ({ kind, reference }: Audit['differences'][number]) =>
    before.differences.some((other) => other.kind === kind && other.reference === reference)
  return { ...after, differences: after.differences.filter(isInBoth) }
}
