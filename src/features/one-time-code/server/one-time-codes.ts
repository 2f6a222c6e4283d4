import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Visit } from '#server/visits.ts'
import type { CodePurpose } from '../contract.ts'

export type CodeBinding = { msisdn: MobileNumber; purpose: CodePurpose; visit: Visit }

export type SentCode = { reference: string; resendInSeconds: number; attemptsLeft: number }

export type OneTimeCodes = {
  /** Sends a code; asked again within a minute by the same visit, it answers the same reference and sends nothing. */
  send(request: CodeBinding & { language: Language }): Promise<SentCode>
  resend(request: { reference: string; visit: Visit; language: Language }): Promise<SentCode>
  /** `readCode` is called only while there are attempts left: opening a sealed value is costly. */
  verify(request: { reference: string; visit: Visit; username?: string; readCode: () => Promise<string> }): Promise<{ uniqueCode: string }>
  /**
   * Uses up what a verified code opened. The proof is the unique code, or the reference where the specification's calls name that
   * (`otpId` of the bill). False when it is of another number, purpose or visit, too old, or was spent.
   */
  spend(proof: string, binding: CodeBinding): Promise<boolean>
  keepReport(report: { smsReference: string; type: number }): Promise<void>
}
