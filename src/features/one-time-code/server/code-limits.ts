import { COUNTED_LIMITS } from '#server/limits/limit-table.ts'
import { RESEND_DELAY_SECONDS } from '../rules.ts'
import type { RecentSend } from './one-time-code.store.ts'

const SHORT_MS = 10 * 60_000
export const DAY_MS = 24 * 3_600_000

/** `isSame` where the code on its way is the one that is asked for; `isTaken` when the SMS centre has it. */
export type SendVerdict =
  | { kind: 'allowed' }
  | { kind: 'too-soon'; seconds: number; isSame: boolean; isTaken: boolean }
  | { kind: 'limit-reached'; seconds: number }

/** Who asks for a code. A stranger is known by nothing but the address. */
export type CodeAsker = { challengeId: string; visitId: Buffer; isStranger: boolean; address: string }

/**
 * Whether one more SMS may go to a number. What others asked for it does not keep its owner out (abuse 80): a visit has a share of its own,
 * strangers of one address have one together, and no address has all of it. What is left protects the owner from SMS all day. A send whose
 * time lies ahead (a clock that was put back) counts as well.
 */
export function judgeSend(sends: readonly RecentSend[], asker: CodeAsker, now: Date): SendVerdict {
  return waitOf(sends, asker, now) ?? limitOf(sends, asker, now) ?? { kind: 'allowed' }
}

/** OTP-3: a limit names the moment from which there is room again. */
function limitOf(sends: readonly RecentSend[], asker: CodeAsker, now: Date): SendVerdict | null {
  if (!isLimited(sends, asker, now)) return null
  const moments = sends.flatMap(({ sentAt }) => [SHORT_MS, DAY_MS].map((span) => sentAt.getTime() + span))
  const free = moments
    .toSorted((first, second) => first - second)
    .find((moment) => moment > now.getTime() && !isLimited(sends, asker, new Date(moment)))
  return { kind: 'limit-reached', seconds: Math.ceil(((free ?? now.getTime() + DAY_MS) - now.getTime()) / 1000) }
}

function isLimited(everySend: readonly RecentSend[], asker: CodeAsker, now: Date): boolean {
  const sends = everySend.filter(({ sentAt }) => now.getTime() - sentAt.getTime() < DAY_MS)
  const own = sends.filter((send) => send.visitId.equals(asker.visitId))
  const fromHere = sends.filter((send) => send.address === asker.address)
  const isFull = (group: readonly RecentSend[], short: { most: number }, day: { most: number }) =>
    group.length >= day.most || group.filter(({ sentAt }) => now.getTime() - sentAt.getTime() < SHORT_MS).length >= short.most
  const { codesOfStrangers, codesOfStrangersInDay, codesOfVisit, codesOfVisitInDay } = COUNTED_LIMITS
  const { codesFromOneAddress, codesFromOneAddressInDay, codesOfNumber, codesOfNumberInDay } = COUNTED_LIMITS
  // OTP-3: who pays one bill after the other uses the codes; only those that nobody used are counted in the short time.
  const isOwnFull = asker.isStranger
    ? isFull(ofStrangers(fromHere), codesOfStrangers, codesOfStrangersInDay)
    : own.length >= codesOfVisitInDay.most || isFull(awaitedOf(own), codesOfVisit, codesOfVisitInDay)
  // Whoever proved the number in this visit is its owner: others cannot use up what is the owner's.
  const isOwner = !asker.isStranger && own.some(({ isUsed }) => isUsed)
  const isCrowded = isFull(fromHere, codesFromOneAddress, codesFromOneAddressInDay) || isFull(sends, codesOfNumber, codesOfNumberInDay)
  return isOwnFull || (isCrowded && !isOwner)
}

/**
 * OTP-3: for a visit, a code for something else, or one that was used, is no resend. Strangers cannot be told apart: what one of them asked
 * for a moment ago, the next one may be asking for again. Nobody waits for an SMS that the centre did not say it had.
 */
function waitOf(sends: readonly RecentSend[], { isStranger, challengeId, address }: CodeAsker, now: Date): SendVerdict | null {
  const [latest] = isStranger
    ? ofStrangers(sends).filter((send) => send.address === address && send.isTaken !== false)
    : awaitedOf(sends).filter((send) => send.challengeId === challengeId)
  if (!latest) return null
  const sinceMs = now.getTime() - latest.sentAt.getTime()
  if (sinceMs >= RESEND_DELAY_SECONDS * 1000) return null
  const seconds = Math.min(RESEND_DELAY_SECONDS, Math.ceil(RESEND_DELAY_SECONDS - sinceMs / 1000))
  const isSame = latest.challengeId === challengeId && !latest.isUsed
  return { kind: 'too-soon', seconds, isSame, isTaken: latest.isTaken === true }
}

function ofStrangers(sends: readonly RecentSend[]): RecentSend[] {
  return sends.filter(({ isByStranger }) => isByStranger)
}

/** Codes that somebody may still be about to type. */
function awaitedOf(sends: readonly RecentSend[]): RecentSend[] {
  return sends.filter(({ isUsed, isTaken }) => !isUsed && isTaken !== false)
}
