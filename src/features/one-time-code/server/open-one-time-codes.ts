import { codeHasher } from './code-secrets.ts'
import * as store from './one-time-code.store.ts'
import type { CodeParts, OneTimeCodes } from './one-time-codes.ts'
import { createCodeSending } from './send-code.ts'
import { createCodeVerification } from './verify-code.ts'

export function createOneTimeCodes(parts: CodeParts): OneTimeCodes {
  const { db, clock, secret } = parts
  const hasher = codeHasher(secret)
  return {
    ...createCodeSending(parts, hasher),
    ...createCodeVerification({ db, clock, hasher }),
    keepReport: ({ smsReference, type }) => store.storeReport(db, smsReference, { type, now: clock.now() }),
  }
}
