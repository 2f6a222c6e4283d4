import type { Asker } from '#server/limits/asker.ts'
import type { Database } from '#server/database/database.ts'
import { Problem } from '#shared/problem.ts'
import { CODE_ATTEMPTS, RESEND_DELAY_SECONDS } from '../rules.ts'
import { attemptsSpent, CODE_MINUTES, LIFE_MS } from './code-life.ts'
import { DAY_MS, judgeSend, type SendVerdict } from './code-limits.ts'
import { writeCodeMessage } from './code-message.ts'
import { type CodeHasher, newCode, newId } from './code-secrets.ts'
import * as store from './one-time-code.store.ts'
import type { CodeBinding, CodeParts, OneTimeCodes, SendRequest, SentCode } from './one-time-codes.ts'
import { openSmsDoor, type SmsPassage } from './sms-door.ts'

type Recorded = { sent: SentCode; code: { smsReference: string; text: string } | null }

export function openCodeSending(
  { db, clock, sms, lines, content, host, budgets }: CodeParts,
  hasher: CodeHasher,
): Pick<OneTimeCodes, 'admit' | 'send' | 'resend'> {
  const door = openSmsDoor(sms)

  /** Decides and records in one transaction; the SMS goes out after it. Without a code when the last one is on its way still. */
  async function record({ msisdn, purpose, visit, asker }: CodeBinding & { asker: Asker }, isResend: boolean): Promise<Recorded> {
    const now = clock.now()
    const endsAt = new Date(now.getTime() + LIFE_MS)
    return db.transaction().execute(async (tx) => {
      await store.lockNumber(tx, msisdn)
      const whose = { msisdn, purpose, visitId: visit.id }
      const { id, attempts, formerEnd } = await store.openChallenge(tx, whose, { newId: newId(), now, endsAt })
      if (attempts >= CODE_ATTEMPTS) throw attemptsSpent(formerEnd ?? endsAt, now)
      const sent = { reference: id, attemptsLeft: CODE_ATTEMPTS - attempts }
      const by = { challengeId: id, visitId: visit.id, isStranger: asker.visit === null, address: asker.address }
      const verdict = judgeSend(await store.recentSends(tx, msisdn, new Date(now.getTime() - DAY_MS)), by, now)
      if (verdict.kind === 'too-soon' && verdict.isSame && !isResend) {
        const isUnconfirmed = !verdict.isTaken && ({ isUnconfirmed: true } as const)
        return { sent: { ...sent, resendInSeconds: verdict.seconds, ...isUnconfirmed }, code: null }
      }
      if (verdict.kind !== 'allowed') throw refusalOf(verdict)
      // Last of all: only what becomes an SMS is counted. Strangers were counted when they came.
      if (!by.isStranger) await budgets.spend('codes', asker, { db: tx, refusal: 'code-limit-reached' })
      const code = { smsReference: newId(), text: newCode() }
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
      return { sent: { ...sent, resendInSeconds: RESEND_DELAY_SECONDS }, code }
    })
  }

  /** The operator is asked within the limits only. */
  async function passOn({ msisdn, purpose, language }: SendRequest, code: NonNullable<Recorded['code']>): Promise<SmsPassage> {
    const isOurs = (await lines.countedLineType(msisdn)) !== 'INVALID'
    const text = await writeCodeMessage(content, { code: code.text, purpose, language, host })
    return door.pass(isOurs ? { reference: code.smsReference, to: msisdn, text, validForMinutes: CODE_MINUTES } : null)
  }

  async function dispatch(request: SendRequest, isResend: boolean): Promise<SentCode> {
    const { sent, code } = await record(request, isResend)
    if (!code) return sent
    const passage = await passOn(request, code).catch(async (error: unknown) => {
      await store.forgetCode(db, code.smsReference)
      throw error
    })
    return settle(db, code.smsReference, { passage, sent })
  }

  return {
    async admit(asker) {
      if (asker.visit === null) await budgets.spend('codes', asker, { refusal: 'code-limit-reached' })
    },
    send: (request) => dispatch(request, false),
    async resend({ reference, visit, asker, language }) {
      const challenge = await store.findChallenge(db, reference, visit.id)
      if (!challenge) throw new Problem('code-user-unknown')
      const { msisdn, purpose } = challenge
      return dispatch({ msisdn, purpose, visit, asker, language }, true)
    },
  }
}

/** OTP-4: what surely did not leave counts against no limit. */
async function settle(db: Database, smsReference: string, { passage, sent }: { passage: SmsPassage; sent: SentCode }): Promise<SentCode> {
  if (passage === 'taken' || passage === 'unconfirmed') {
    await store.storeTaken(db, smsReference, passage === 'taken')
    return passage === 'taken' ? sent : { ...sent, resendInSeconds: 0, isUnconfirmed: true }
  }
  await store.forgetCode(db, smsReference)
  throw new Problem(passage === 'refused' ? 'code-not-receivable' : 'sms-unavailable')
}

/** OTP-3: the specification's sentence about the limit is for the limit only. */
function refusalOf({ kind, seconds: waitSeconds }: Exclude<SendVerdict, { kind: 'allowed' }>): Problem {
  return new Problem(kind === 'too-soon' ? 'code-too-soon' : 'code-limit-reached', kind, { waitSeconds })
}
