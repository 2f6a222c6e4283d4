import { setTimeout as pause } from 'node:timers/promises'
import type { Sms } from '#features/one-time-code/server/sms-sender.ts'
import { ProviderUnavailable, type ConnectorInfo, type PaymentConnector, type StartResult } from '#payment-connectors/payment-connector.ts'
import { scaleOf } from '#shared/money.ts'
import { COUNTRY, MONEY } from '#shared/operator.ts'
import { fakeOperator, type FakeOperator } from './fake-operator.ts'
import { ON_PHONE } from './wallet-world.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

export const USSD_KEY = 'sandbox-ussd'

/** The next responses of wallet and airtime. */
type Answer = StartResult | 'silence' | 'paid'
export type LineScript = { money: Answer; airtime: Answer; tookMs: number }

type Asked = { sessionId?: string; phoneNumber?: string; text?: string; key?: string; from?: string; body?: string; contentType?: string }

export type UssdWorld = {
  portal: TestPortal
  operator: FakeOperator
  sent: Sms[]
  /** Every request for money, as 'money-push 90000001 500'. */
  started: string[]
  script: LineScript
  passSeconds(seconds: number): void
  post(asked: Asked): Promise<{ status: number; body: string }>
  /** A phone that dials and sends inputs; each returns the screen. */
  phone(number: string, sessionId?: string): { send(...inputs: string[]): Promise<string>; again(): Promise<string>; text(): string }
}

let lastSession = 0

/** A portal with a wallet, airtime, an operator and a USSD gateway; the test controls the clock. */
export async function ussdWorld(env: Record<string, string> = {}): Promise<UssdWorld> {
  // In the morning, so that no test crosses midnight: caps count by day.
  let nowMs = new Date().setUTCHours(8, 0, 0, 0)
  const operator = fakeOperator()
  const sent: Sms[] = []
  const started: string[] = []
  const script: LineScript = { money: ON_PHONE, airtime: ON_PHONE, tookMs: 0 }
  const portal = await testPortal({
    env,
    operator,
    clock: { now: () => new Date(nowMs) },
    connectors: lineConnectors(script, started),
    sms: {
      async send(sms) {
        sent.push(sms)
        return { kind: 'accepted' }
      },
    },
  })

  async function post({ sessionId = 's', phoneNumber = '+22790000001', text = '', key = USSD_KEY, from = '127.0.0.1', ...raw }: Asked) {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/ussd/v1/session',
      remoteAddress: from,
      headers: { 'content-type': raw.contentType ?? 'application/x-www-form-urlencoded', 'x-ussd-key': key },
      payload: raw.body ?? new URLSearchParams({ sessionId, serviceCode: '*222#', phoneNumber, text }).toString(),
    })
    return { status: answer.statusCode, body: answer.body }
  }

  return {
    portal,
    operator,
    sent,
    started,
    script,
    passSeconds(seconds) {
      nowMs += seconds * 1000
    },
    post,
    phone(number, sessionId = `session-${(lastSession += 1)}`) {
      const typed: string[] = []
      const ask = async () => (await post({ sessionId, phoneNumber: `+${COUNTRY.dialCode}${number}`, text: typed.join('*') })).body
      return {
        async send(...inputs) {
          let answer = ''
          if (inputs.length === 0) answer = await ask()
          for (const input of inputs) {
            typed.push(input)
            answer = await ask()
          }
          return answer
        },
        again: ask,
        text: () => typed.join('*'),
      }
    },
  }
}

function lineConnectors(script: LineScript, started: string[]): Map<ConnectorInfo['id'], PaymentConnector> {
  const connector = (id: 'money-push' | 'airtime', way: 'money' | 'airtime'): PaymentConnector => ({
    info: {
      id,
      paymentMode: way === 'money' ? 'MONEY_PUSH' : 'AIR_TIME',
      currencies: [MONEY.prices],
      wireExponent: { [MONEY.prices]: scaleOf(MONEY.prices) === 1 ? 0 : 2 },
      payerProof: way === 'money' ? 'none' : 'code',
      resolves: ['query'],
      repeat: 'second-payment',
      refund: 'none',
      pollScheduleSeconds: [600],
    },
    async start(_context, order) {
      started.push(`${id} ${order.payer.msisdn} ${order.amount.minor}`)
      if (script.tookMs > 0) await pause(script.tookMs)
      const answer = script[way]
      if (answer === 'silence') throw new ProviderUnavailable('silent', true)
      if (answer !== 'paid') return answer
      return { kind: 'settled', providerRef: null, seen: { state: 'paid', amount: order.amount, providerTxnId: `T-${order.ref}` } }
    },
  })
  return new Map([
    ['money-push', connector('money-push', 'money')],
    ['airtime', connector('airtime', 'airtime')],
  ])
}
