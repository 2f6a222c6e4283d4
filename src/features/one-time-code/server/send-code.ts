import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { CODE_ATTEMPTS, RESEND_DELAY_SECONDS } from '../rules.ts'
import { CODE_MINUTES, LIFE_MS } from './code-life.ts'
import { DAY_MS, isWithinBudgets, judgeSend } from './code-limits.ts'
import { writeCodeMessage } from './code-message.ts'
import { type CodeHasher, newCode, newId } from './code-secrets.ts'
import * as store from './one-time-code.store.ts'
import type { CodeBinding, CodeParts, OneTimeCodes, SendRequest, SentCode } from './one-time-codes.ts'
import { openSmsDoor } from './sms-door.ts'

type Recorded = { sent: SentCode; code: { smsReference: string; text: string } | null }

export function openCodeSending(
  { db, clock, sms, lines, content, host }: CodeParts,
  hasher: CodeHasher,
): Pick<OneTimeCodes, 'send' | 'resend'> {
  const door = openSmsDoor(sms)

  async function isOurs({ msisdn, visit }: CodeBinding): Promise<boolean> {
    return (await lines.lineType(msisdn, { key: visit.id.toString('base64url').slice(0, 16) })) !== 'INVALID'
  }

  /** Decides and records in one transaction; the SMS goes out after it. Without a code when the last one is on its way still. */
  async function record({ msisdn, purpose, visit }: CodeBinding, isResend: boolean): Promise<Recorded> {
    const now = clock.now()
    const endsAt = new Date(now.getTime() + LIFE_MS)
    return db.transaction().execute(async (tx) => {
      await store.lockNumber(tx, msisdn)
      const { id, attempts } = await store.openChallenge(tx, { msisdn, purpose, visitId: visit.id }, { newId: newId(), now, endsAt })
      if (attempts >= CODE_ATTEMPTS) throw new Problem('code-attempts-spent')
      const sent = { reference: id, attemptsLeft: CODE_ATTEMPTS - attempts }
      const verdict = judgeSend(await store.recentSends(tx, msisdn, new Date(now.getTime() - DAY_MS)), now)
      if (verdict.kind === 'too-soon' && verdict.challengeId === id && !verdict.isUsed && !isResend)
        return { sent: { ...sent, resendInSeconds: verdict.seconds }, code: null }
      if (verdict.kind !== 'allowed' || !(await isWithinBudgets(tx, msisdn))) throw new Problem('code-limit-reached')
      const code = { smsReference: newId(), text: newCode() }
      await store.storeCode(tx, {
        smsReference: code.smsReference,
        challengeId: id,
        msisdn,
        codeHash: hasher.ofCode(id, code.text),
        sentAt: now,
        expiresAt: endsAt,
      })
      return { sent: { ...sent, resendInSeconds: RESEND_DELAY_SECONDS }, code }
    })
  }

  async function dispatch(request: SendRequest, isResend: boolean): Promise<SentCode> {
    const { msisdn, purpose, language } = request
    // A number that is not ours goes through the same steps and gets the same answer: only the SMS is missing.
    const to = (await isOurs(request)) ? msisdn : null
    const { sent, code } = await record(request, isResend)
    if (!code) return sent
    const text = await writeCodeMessage(content, { code: code.text, purpose, language, host })
    const hasLeft = await door.pass(to && { reference: code.smsReference, to, text, validForMinutes: CODE_MINUTES })
    if (hasLeft) return sent
    await store.forgetCode(db, code.smsReference)
    throw new Problem('sms-unavailable')
  }

  return {
    send: (request) => dispatch(request, false),
    async resend({ reference, visit, language }) {
      const challenge = await store.findChallenge(db, reference, visit.id)
      if (!challenge || !isMobileNumber(challenge.msisdn)) throw new Problem('code-user-unknown')
      const { msisdn, purpose } = challenge
      return dispatch({ msisdn, purpose, visit, language }, true)
    },
  }
}
