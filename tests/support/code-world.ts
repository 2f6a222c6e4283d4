import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import type { Sms, SmsOutcome } from '#features/one-time-code/server/sms-sender.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { sealedText } from '#features/field-encryption/sealed-fields.ts'
import type { Upstreams, PortalOperator } from '../../src/composition/portal-core.ts'
import { cookiesOf, testPortal, type TestPortal } from './test-portal.ts'
import type { TestDatabase } from './test-database.ts'

export const SEND = `${API_PREFIX}/otp/v1/send-otp`
export const RESEND = `${API_PREFIX}/otp/v1/resend-otp`
export const VERIFY = `${API_PREFIX}/otp/v1/verify-otp`

export type CodeWorld = {
  portal: TestPortal
  /** Every sent SMS. */
  sent: Sms[]
  /** The SMS centre's response, until changed. */
  centre: { outcome: SmsOutcome['kind']; tookMs: number }
  passMinutes(minutes: number): void
  /** A second portal on the same database, clock and SMS centre. */
  replica(): Promise<TestPortal>
}

/** A portal whose clock and SMS centre the test controls. */
export async function codeWorld({
  operator,
  connectors,
  // Most tests do not concern the limits of callers without a visit.
  env = { LIMIT_CODES_PER_MINUTE: '100000', LIMIT_CODES_PER_HOUR: '1000000' },
}: { operator?: PortalOperator; connectors?: Upstreams['connectors']; env?: Record<string, string> } = {}): Promise<CodeWorld> {
  let nowMs = Date.now()
  const sent: Sms[] = []
  const centre: CodeWorld['centre'] = { outcome: 'accepted', tookMs: 0 }
  const sms = {
    async send(message: Sms) {
      if (centre.tookMs > 0) await pause(centre.tookMs)
      if (centre.outcome === 'accepted' || centre.outcome === 'unknown') sent.push(message)
      return { kind: centre.outcome }
    },
  }
  const build = (database?: TestDatabase) =>
    testPortal({
      env,
      clock: { now: () => new Date(nowMs) },
      sms,
      ...(operator && { operator }),
      ...(connectors && { connectors }),
      ...(database && { database }),
    })
  const portal = await build()
  return {
    portal,
    sent,
    centre,
    passMinutes(minutes) {
      nowMs += minutes * 60_000
    },
    replica: () => build(portal.database),
  }
}

export type Visitor = {
  post(url: string, payload: object, portal?: TestPortal): Promise<LightMyRequestResponse>
  cookie(): string
}

let lastAddress = 0

/** A unique address. */
export function anAddress(): string {
  lastAddress += 1
  return `10.9.${lastAddress >> 8}.${lastAddress & 255}`
}

/** A browser with its cookie, at a separate address unless shared. */
export function aVisitor(home: TestPortal, remoteAddress = anAddress()): Visitor {
  let cookie = ''
  return {
    async post(url, payload, portal = home) {
      const answer = await portal.call({ method: 'POST', url, payload, headers: { cookie, lang: 'en' }, remoteAddress })
      cookie = cookiesOf(answer) || cookie
      return answer
    },
    cookie: () => cookie,
  }
}

/** The last code sent to a number; other SMS may arrive in between. */
export function codeSentTo(sent: readonly Sms[], msisdn: string): string {
  return codeIn(sent.findLast(({ to, text }) => to === msisdn && /\b[0-9]{6}\b/.test(text)))
}

export function codeIn(sms: Sms | undefined): string {
  return /[0-9]{6}/.exec(sms?.text ?? '')?.[0] ?? 'none'
}

/** Any code but this one. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** GEN-5, as the browser does it. */
export async function sealFor(portal: TestPortal, value: string, name = 'otp'): Promise<string> {
  const { kid, key, nonce } = await portal.sealing.offer()
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  const options = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return `sealed.${kid}.${nonce}.${publicEncrypt(options, Buffer.from(sealedText({ nonce, name, value }))).toString('base64')}`
}
