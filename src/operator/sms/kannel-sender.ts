import { UpstreamError, troubleOfStatus } from '#outbound/upstream-error.ts'
import { SMS_LIMITS } from '#outbound/outbound-limits.ts'
import { send } from '#outbound/send.ts'
import { type GuardLimits, guardSystem, type SystemState } from '#outbound/system-guard.ts'
import type { Sms, SmsOutcome, SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { Clock, OperatorLog } from '../operator-context.ts'
import { mayHaveActed } from '../turned-away.ts'
import { encodeSms, MAX_SMS_PARTS } from '#shared/gsm-text.ts'
import { COUNTRY } from '#shared/operator.ts'

export type KannelOptions = {
  /** Where Kannel's smsbox listens, without its path. */
  url: URL
  username: string
  password: string
  from: string
  /** The URL for the delivery report of a message; Kannel adds `type`. */
  reportUrl: (reference: string) => URL
  clock: Clock
  log?: OperatorLog
  /** Only tests use shorter timeouts than usual. */
  limits?: Partial<GuardLimits>
}

/** Kannel's response is one line. */
const MAX_ANSWER_BYTES = 64 * 1024
/**
 * Every report but 4, which only says that the SMS centre itself is waiting: 1 delivered, 2 not delivered, 8 at the centre, 16 refused by
 * it.
 */
const REPORTS_WANTED = '27'
const ACCEPTED = 202
const CODINGS = { gsm: '0', unicode: '2' } as const
const DENIED_NUMBER = /number.*denied/i

/** Sends by Kannel's `sendsms` (docs/protocols/kannel.md). A message is sent once: a repeat could deliver the same code twice. */
export function kannelSender(options: KannelOptions): SmsSender & { health(): SystemState } {
  const guard = guardSystem({ ...SMS_LIMITS, ...options.limits }, () => options.clock.now())

  async function hand(url: URL): Promise<SmsOutcome> {
    return guard.write(async (until) => {
      const { status, text } = await send({
        system: 'sms',
        route: 'sendsms',
        method: 'GET',
        url,
        until,
        largestAnswerBytes: MAX_ANSWER_BYTES,
        badText: 'replaced',
        log: options.log,
      })
      const trouble = troubleOfStatus(status)
      if (trouble) throw trouble
      if (status === ACCEPTED) return { kind: 'accepted' }
      // 403 is about our own name and password, unless it names the receiver: no receiver's number causes those.
      if (status === 403 && !DENIED_NUMBER.test(text)) throw new UpstreamError('not-authorised', { mayHaveArrived: true, status })
      // Another good status is not Kannel's: another server answered.
      return { kind: status >= 400 ? 'refused' : 'unknown' }
    })
  }

  return {
    async send(sms) {
      const { text, coding, parts } = encodeSms(sms.text)
      // Kannel would truncate it silently.
      if (parts > MAX_SMS_PARTS) {
        options.log?.warn({ smsReference: sms.reference, parts }, 'a text has too many parts')
        return { kind: 'refused' }
      }
      try {
        const outcome = await hand(sendAddress({ ...sms, text }, CODINGS[coding], options))
        if (outcome.kind !== 'accepted')
          options.log?.warn({ smsReference: sms.reference, outcome: outcome.kind }, 'an SMS was not accepted')
        return outcome
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        options.log?.warn({ smsReference: sms.reference, why: error.why, status: error.status }, 'the SMS centre gave no usable answer')
        return { kind: mayHaveActed(error) ? 'unknown' : 'unavailable' }
      }
    },
    health: guard.state,
  }
}

/** Kannel expects everything in the query string, the password and the text too: the URL must never be logged. */
function sendAddress(sms: Sms, coding: string, { url, username, password, from, reportUrl }: KannelOptions): URL {
  const address = new URL(`${url.href.replace(/\/+$/, '')}/cgi-bin/sendsms`)
  const fields = {
    username,
    password,
    from,
    to: COUNTRY.dialCode + sms.to,
    text: sms.text,
    charset: 'UTF-8',
    coding,
    validity: String(Math.max(1, Math.ceil(sms.validForMinutes))),
    'dlr-mask': REPORTS_WANTED,
    'dlr-url': reportPattern(reportUrl(sms.reference)),
  }
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return address
}

/**
 * The response to `sendsms` names no message, so our reference is in the report's URL and Kannel fills in `%d`. A percent sign of the URL
 * itself is doubled. `%A` is not used: an SMSC's receipt may quote the text, and with it a code.
 */
function reportPattern(url: URL): string {
  return `${url.href.replaceAll('%', '%%')}${url.search === '' ? '?' : '&'}type=%d`
}
