import { codeHasher } from './code-secrets.ts'
import * as store from './one-time-code.store.ts'
import type { CodeParts, OneTimeCodes } from './one-time-codes.ts'
import { openCodeSending } from './send-code.ts'
import { openCodeVerification } from './verify-code.ts'

export function openOneTimeCodes(parts: CodeParts): OneTimeCodes {
  const { db, clock, secret } = parts
  const hasher = codeHasher(secret)
  return {
    ...openCodeSending(parts, hasher),
    ...openCodeVerification({ db, clock, hasher }),
    keepReport: ({ smsReference, type }) => store.storeReport(db, smsReference, { type, now: clock.now() }),
  }
}
