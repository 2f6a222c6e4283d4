import type { Database } from '#server/database.ts'
import { isWithinLimit } from '#server/limits.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { RESEND_DELAY_SECONDS } from '../rules.ts'
import type { RecentSend } from './one-time-code.store.ts'

const SHORT_MS = 10 * 60_000
const MOST_IN_SHORT = 3
export const DAY_MS = 24 * 3_600_000
const MOST_IN_DAY = 10

/**
 * A sweep over numbers is stopped at its block of a thousand, and all together at what the SMS link is meant to carry.
 * Addresses have no budget: a whole town can stand behind one.
 */
const PER_BLOCK = { everySeconds: 20, burst: 30 }
const IN_ALL = { everySeconds: 0.2, burst: 600 }

export type SendVerdict =
  { kind: 'allowed' } | { kind: 'too-soon'; seconds: number; challengeId: string; isUsed: boolean } | { kind: 'limit-reached' }

/** Whether one more SMS may go to a number. A send whose time lies ahead (a clock that was put back) counts as well. */
export function judgeSend(sends: readonly RecentSend[], now: Date): SendVerdict {
  const ages = sends.map(({ sentAt }) => now.getTime() - sentAt.getTime())
  const [latest] = sends
  const sinceLatestMs = ages[0] ?? Infinity
  if (latest && sinceLatestMs < RESEND_DELAY_SECONDS * 1000) {
    const seconds = Math.min(RESEND_DELAY_SECONDS, Math.ceil(RESEND_DELAY_SECONDS - sinceLatestMs / 1000))
    return { kind: 'too-soon', seconds, challengeId: latest.challengeId, isUsed: latest.isUsed }
  }
  const inShort = ages.filter((age) => age < SHORT_MS).length
  return inShort >= MOST_IN_SHORT || ages.length >= MOST_IN_DAY ? { kind: 'limit-reached' } : { kind: 'allowed' }
}

export async function isWithinBudgets(db: Database, msisdn: MobileNumber): Promise<boolean> {
  return (
    (await isWithinLimit(db, { key: `code-block:${msisdn.slice(0, 5)}`, ...PER_BLOCK })) &&
    isWithinLimit(db, { key: 'code-all', ...IN_ALL })
  )
}
