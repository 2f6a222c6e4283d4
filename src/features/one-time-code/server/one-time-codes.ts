import type { LineChecks } from '#features/line/server/check-line.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { CodePurpose } from '../contract.ts'
import type { SmsSender } from './sms-sender.ts'

export type CodeBinding = { msisdn: MobileNumber; purpose: CodePurpose; visit: Visit }

/** `isUnconfirmed`: the SMS centre did not say that it has the message, so nobody may be told that it was sent (OTP-4). */
export type SentCode = { reference: string; resendInSeconds: number; attemptsLeft: number; isUnconfirmed?: true }

export type SendRequest = CodeBinding & { asker: Asker; language: Language }
export type ResendRequest = { reference: string; visit: Visit; asker: Asker; language: Language }
export type VerifyRequest = { reference: string; visit: Visit; username?: string | undefined; readCode: () => Promise<string> }

export type OneTimeCodes = {
  /** Counts a stranger, before a visit is begun for one: whoever is refused leaves nothing behind. */
  admit(asker: Asker): Promise<void>
  /** Sends a code; a number that cannot receive one is refused. Asked again within a minute by the same visit, it answers the same reference and sends nothing. */
  send(request: SendRequest): Promise<SentCode>
  resend(request: ResendRequest): Promise<SentCode>
  /** `readCode` is called only while there are attempts left: opening a sealed value is costly. */
  verify(request: VerifyRequest): Promise<{ uniqueCode: string }>
  /**
   * Uses up what a verified code opened. The proof is the unique code, or the reference where the specification's calls name that
   * (`otpId` of the bill). False when it is of another number, purpose or visit, too old, or was spent.
   */
  spend(proof: string, binding: CodeBinding): Promise<boolean>
  /** The same question without using anything up: for what may be looked at again, or comes before the step that spends it. */
  isProven(proof: string, binding: CodeBinding): Promise<boolean>
  /** Whether this visit has proven it, without showing with what: for pages, which hold no proof. */
  hasProven(binding: CodeBinding): Promise<boolean>
  /** Uses up what this visit has proven, without being shown it. */
  spendProven(binding: CodeBinding): Promise<boolean>
  keepReport(report: { smsReference: string; type: number }): Promise<void>
}

export type CodeParts = {
  db: Database
  clock: Clock
  sms: SmsSender
  secret: string
  lines: Pick<LineChecks, 'countedLineType'>
  budgets: Budgets
  content: SiteContent
  /** The name of the site, for phones that offer the code of an SMS to its own site only. */
  host: string
}
