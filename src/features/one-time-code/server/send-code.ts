import type { Caller } from '#server/limits/caller.ts'
import type { Database } from '#server/database/database.ts'
import { Problem } from '#shared/problem.ts'
import { CODE_ATTEMPTS, CODE_DIGITS, LONG_CODE_DIGITS, RESEND_DELAY_SECONDS } from '../rules.ts'
import { areGuessesSpent } from './code-guesses.ts'
import { attemptsSpent, CODE_MINUTES, LIFE_MS } from './code-life.ts'
import { DAY_MS, judgeSend, type SendVerdict } from './code-limits.ts'
import { writeCodeMessage } from './code-message.ts'
import { type CodeHasher, newCode, newId } from './code-secrets.ts'
import * as store from './one-time-code.store.ts'
import type { CodeBinding, CodeParts, OneTimeCodes, SendRequest, SentCode } from './one-time-codes.ts'
import { createUniformSmsSender, type SmsSendResult } from './uniform-sms-sender.ts'

type Recorded = { sent: SentCode; code: { smsReference: string; text: string } | null }

export function createCodeSending(parts: CodeParts, hasher: CodeHasher): Pick<OneTimeCodes, 'admit' | 'send' | 'resend'> {
  const { db, sms, lines, content, host, rateLimiter } = parts
  const sender = createUniformSmsSender(sms)
  const record = codeRecording(parts, hasher)

  /** Runs after the rate limits, so that they also protect the operator. */
  async function passOn(
    { msisdn, purpose, language, isForBill }: SendRequest,
    code: NonNullable<Recorded['code']>,
  ): Promise<SmsSendResult> {
    const type = await lines.lineTypeUnmetered(msisdn)
    // POST-2: a line without a bill gets no SMS about it.
    if (isForBill && (type === 'PREPAID' || type === 'BROADBAND')) throw new Problem('line-does-not-fit')
    const isOurs = type !== 'INVALID'
    const text = await writeCodeMessage(content, { code: code.text, purpose, language, host })
    return sender.pass(isOurs ? { reference: code.smsReference, to: msisdn, text, validForMinutes: CODE_MINUTES } : null)
  }

  async function dispatch(request: SendRequest, isResend: boolean): Promise<SentCode> {
    const { caller } = request
    const { sent, code } = await (caller.visit === null
      ? record(request, isResend)
      : rateLimiter.inTurn('codes', caller, () => record(request, isResend)))
    if (!code) return sent
    const result = await passOn(request, code).catch(async (error: unknown) => {
      await store.forgetCode(db, code.smsReference)
      throw error
    })
    return settle(db, code.smsReference, { result, sent })
  }

  return {
    async admit(caller) {
      if (caller.visit !== null) return
      // In a transaction: a rejected request uses up no rate limit.
      const take = () => db.transaction().execute((tx) => rateLimiter.consume('codes', caller, { db: tx, refusal: 'code-limit-reached' }))
      await rateLimiter.inTurn('codes', caller, take)
    },
    send: (request) => dispatch(request, false),
    async resend({ reference, visit, caller, language }) {
      const challenge = await store.findChallenge(db, reference, visit.id)
      if (!challenge) throw new Problem('code-user-unknown')
      const { msisdn, purpose } = challenge
      return dispatch({ msisdn, purpose, visit, caller, language }, true)
    },
  }
}

/** Decides and records in one transaction; the SMS follows after it. `code` is null while the last one is pending. */
function codeRecording({ db, clock, rateLimiter }: Pick<CodeParts, 'db' | 'clock' | 'rateLimiter'>, hasher: CodeHasher) {
  return function record({ msisdn, purpose, visit, caller }: CodeBinding & { caller: Caller }, isResend: boolean): Promise<Recorded> {
    const now = clock.now()
    const endsAt = new Date(now.getTime() + LIFE_MS)
    return db.transaction().execute(async (tx) => {
      await store.lockNumber(tx, msisdn)
      const whose = { msisdn, purpose, visitId: visit.id }
      const { id, attempts, formerEnd } = await store.openChallenge(tx, whose, { newId: newId(), now, endsAt })
      if (attempts >= CODE_ATTEMPTS) throw attemptsSpent(formerEnd ?? endsAt, now)
      const sent = { reference: id, attemptsLeft: CODE_ATTEMPTS - attempts }
      const by = { challengeId: id, visitId: visit.id, isStranger: caller.visit === null, address: caller.address }
      const verdict = judgeSend(await store.recentSends(tx, msisdn, new Date(now.getTime() - DAY_MS)), by, now)
      if (verdict.kind === 'too-soon' && verdict.isSame && !isResend) {
        const isUnconfirmed = !verdict.isTaken && ({ isUnconfirmed: true } as const)
        return { sent: { ...sent, resendInSeconds: verdict.seconds, ...isUnconfirmed }, code: null }
      }
      if (verdict.kind !== 'allowed') throw refusalOf(verdict)
      // Last check, so that only requests with an SMS count. Callers without a visit were counted in `admit`.
      if (!by.isStranger) await rateLimiter.consume('codes', caller, { db: tx, refusal: 'code-limit-reached' })
      const isLong = await areGuessesSpent(tx, { reference: id, challenge: { msisdn, purpose }, now })
      const code = { smsReference: newId(), text: newCode(isLong ? LONG_CODE_DIGITS : CODE_DIGITS) }
      await store.storeCode(tx, {
        smsReference: code.smsReference,
        challengeId: id,
        msisdn,
        codeHash: hasher.ofCode(id, code.text),
        sentAt: now,
        expiresAt: endsAt,
        address: by.address,
        isByStranger: by.isStranger,
      })
      return { sent: { ...sent, resendInSeconds: RESEND_DELAY_SECONDS, ...(isLong && { isLong }) }, code }
    })
  }
}

/** OTP-4: a message that was certainly not sent counts towards no limit. */
async function settle(db: Database, smsReference: string, { result, sent }: { result: SmsSendResult; sent: SentCode }): Promise<SentCode> {
  if (result === 'taken' || result === 'unconfirmed') {
    await store.storeTaken(db, smsReference, result === 'taken')
    return result === 'taken' ? sent : { ...sent, resendInSeconds: 0, isUnconfirmed: true }
  }
  await store.forgetCode(db, smsReference)
  throw new Problem(result === 'refused' ? 'code-not-receivable' : 'sms-unavailable')
}

/** OTP-3: only the limit uses the specification's sentence about it. */
function refusalOf({ kind, seconds: waitSeconds }: Exclude<SendVerdict, { kind: 'allowed' }>): Problem {
  return new Problem(kind === 'too-soon' ? 'code-too-soon' : 'code-limit-reached', kind, { waitSeconds })
}
