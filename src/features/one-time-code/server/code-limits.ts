import { COUNTED_LIMITS } from '#server/limits/rate-limits.ts'
import { RESEND_DELAY_SECONDS } from '../rules.ts'
import type { RecentSend } from './one-time-code.store.ts'

const SHORT_MS = 10 * 60_000
export const DAY_MS = 24 * 3_600_000

/** `isSame` when the pending code is the requested one; `isTaken` when the SMS centre accepted it. */
export type SendVerdict =
  | { kind: 'allowed' }
  | { kind: 'too-soon'; seconds: number; isSame: boolean; isTaken: boolean }
  | { kind: 'limit-reached'; seconds: number }

/** The caller that requests a code. `isStranger`: it has no visit, so only its address is known. */
export type CodeCaller = { challengeId: string; visitId: Buffer; isStranger: boolean; address: string }

/**
 * Decides whether one more SMS may go to a number. Requests by others do not lock out its owner (abuse 80): each visit has a share, callers
 * without a visit share one per address, and no address gets the whole limit. The total protects the owner from SMS all day. Sends in the
 * future count too, because a clock may be set back.
 */
export function judgeSend(sends: readonly RecentSend[], caller: CodeCaller, now: Date): SendVerdict {
  return waitOf(sends, caller, now) ?? limitOf(sends, caller, now) ?? { kind: 'allowed' }
}

/** OTP-3: the result states when the limit allows another code. */
function limitOf(sends: readonly RecentSend[], caller: CodeCaller, now: Date): SendVerdict | null {
  if (!isLimited(sends, caller, now)) return null
  const moments = sends.flatMap(({ sentAt }) => [SHORT_MS, DAY_MS].map((span) => sentAt.getTime() + span))
  const free = moments
    .toSorted((first, second) => first - second)
    .find((moment) => moment > now.getTime() && !isLimited(sends, caller, new Date(moment)))
  return { kind: 'limit-reached', seconds: Math.ceil(((free ?? now.getTime() + DAY_MS) - now.getTime()) / 1000) }
}

function isLimited(everySend: readonly RecentSend[], caller: CodeCaller, now: Date): boolean {
  const sends = everySend.filter(({ sentAt }) => now.getTime() - sentAt.getTime() < DAY_MS)
  const own = sends.filter((send) => send.visitId.equals(caller.visitId))
  const fromHere = sends.filter((send) => send.address === caller.address)
  const isFull = (group: readonly RecentSend[], short: { most: number }, day: { most: number }) =>
    group.length >= day.most || group.filter(({ sentAt }) => now.getTime() - sentAt.getTime() < SHORT_MS).length >= short.most
  const { codesOfStrangers, codesOfStrangersInDay, codesOfVisit, codesOfVisitInDay } = COUNTED_LIMITS
  const { codesFromOneAddress, codesFromOneAddressInDay, codesOfNumber, codesOfNumberInDay } = COUNTED_LIMITS
  // OTP-3: paying several bills in a row uses the codes, so the short limit counts only unused ones.
  const isOwnFull = caller.isStranger
    ? isFull(ofStrangers(fromHere), codesOfStrangers, codesOfStrangersInDay)
    : own.length >= codesOfVisitInDay.most || isFull(awaitedOf(own), codesOfVisit, codesOfVisitInDay)
  // A visit that has proven the number belongs to its owner, whom the sends of others do not limit.
  const isOwner = !caller.isStranger && own.some(({ isUsed }) => isUsed)
  const isCrowded = isFull(fromHere, codesFromOneAddress, codesFromOneAddressInDay) || isFull(sends, codesOfNumber, codesOfNumberInDay)
  return isOwnFull || (isCrowded && !isOwner)
}

/**
 * OTP-3: for a visit, a code for another purpose or after a used one is no resend. Callers without a visit are indistinguishable, so a
 * request soon after another one from the same address counts as a resend. Unconfirmed sends cause no wait time.
 */
function waitOf(sends: readonly RecentSend[], { isStranger, challengeId, address }: CodeCaller, now: Date): SendVerdict | null {
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

/** Codes that the visitor may still type. */
function awaitedOf(sends: readonly RecentSend[]): RecentSend[] {
  return sends.filter(({ isUsed, isTaken }) => !isUsed && isTaken !== false)
}
