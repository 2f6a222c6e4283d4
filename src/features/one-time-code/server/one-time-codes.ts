import type { LineChecks } from '#features/line/server/check-line.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { CodePurpose } from '../contract.ts'
import type { SmsSender } from './sms-sender.ts'

export type CodeBinding = { msisdn: MobileNumber; purpose: CodePurpose; visit: Visit }

/** `isUnconfirmed`: the SMS centre did not confirm the message, so no page may say that it was sent (OTP-4). */
export type SentCode = { reference: string; resendInSeconds: number; attemptsLeft: number; isUnconfirmed?: true; isLong?: true }

/** `isForBill`: only a line with a bill gets the code (POST-2). */
export type SendRequest = CodeBinding & { caller: Caller; language: Language; isForBill?: boolean }
export type ResendRequest = { reference: string; visit: Visit; caller: Caller; language: Language }
export type VerifyRequest = { reference: string; visit: Visit; username?: string | undefined; readCode: () => Promise<string> }

export type OneTimeCodes = {
  /** Counts a caller without a visit before a visit is created, so that a refusal leaves no row behind. */
  admit(caller: Caller): Promise<void>
  /**
   * Sends a code; refuses a number that cannot receive one. A repeated request of the visit within a minute returns the same reference and
   * sends nothing.
   */
  send(request: SendRequest): Promise<SentCode>
  resend(request: ResendRequest): Promise<SentCode>
  /** Calls `readCode` only while attempts are left, because decryption is costly. */
  verify(request: VerifyRequest): Promise<{ uniqueCode: string }>
  /**
   * Uses up the proof of a verified code. The proof is the unique code, or the reference where the specification uses that (`otpId` of the
   * bill). False when it belongs to another number, purpose or visit, is too old, or was used.
   */
  consume(proof: string, binding: CodeBinding): Promise<boolean>
  /** Checks a proof without using it up: for repeated reads, and before the step that consumes it. */
  isProven(proof: string, binding: CodeBinding): Promise<boolean>
  /** Whether this visit has proven the number, without a given proof: pages hold none. */
  hasProven(binding: CodeBinding): Promise<boolean>
  /** The number that this visit proved last; null when no proof is valid. */
  provenNumber(binding: Omit<CodeBinding, 'msisdn'>): Promise<MobileNumber | null>
  /** Uses up the proof of this visit, without a given proof. */
  spendProven(binding: CodeBinding): Promise<boolean>
  keepReport(report: { smsReference: string; type: number }): Promise<void>
}

export type CodeParts = {
  db: Database
  clock: Clock
  sms: SmsSender
  secret: string
  lines: Pick<LineChecks, 'lineTypeUnmetered'>
  rateLimiter: RateLimiter
  content: SiteContent
  /** The host name of the site, in the SMS, so that phones offer the code on this site only. */
  host: string
}
