import { afterAll, expect, test } from 'vitest'
import { readSettings, type Settings } from '#settings/settings.ts'
import { CONNECTORS, connectorIds } from '#shared/connector-table.ts'
import { buildSandbox } from '../../sandbox/sandbox-app.ts'
import { type CheckOptions, runCheck } from './rehearse-upstream.ts'

/** The steps of the handbook, through the providers that the sandbox simulates. */
const app = await buildSandbox()
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const settingsWith = (changes: Record<string, string> = {}): Settings => readSettings({ SANDBOX_URL: url, ...changes })
const ASKS: CheckOptions = { giveBack: false, inProduction: false }
const PAYS: CheckOptions = { ...ASKS, number: '90000001', email: 'amina@example.ne', pay: '100', giveBack: true, minutes: '1' }

async function walk(of: string, options: CheckOptions = ASKS, settings = settingsWith(), hear: (line: string) => void = () => undefined) {
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
    hear(line)
  }
  const outcome = await runCheck(of, options, { settings, say, pollMs: 50 })
  return { ...outcome, lines }
}

const ledger = async () => (await app.inject('/control/ledger')).json<{ kind: string; amount: number }[]>()
const reset = () => app.inject({ method: 'POST', url: '/control/reset' })
const speak = (dialect: string, face = 'tmforum') => app.inject({ method: 'POST', url: '/control/dialect', payload: { face, dialect } })

const DIALECTS = ['strict', 'sparse'] as const

/** A simulator with only one dialect uses that one. */
async function speakEverywhere(dialect: (typeof DIALECTS)[number]): Promise<void> {
  const faces = (await app.inject('/control/dialect')).json<Record<string, string>>()
  for (const face of Object.keys(faces)) await speak(dialect, face)
}

test.for(connectorIds())('%s: queries alone find no deviation, and move no money', async (id) => {
  await reset()
  const { ok, message, lines } = await walk(id, { ...ASKS, number: '90000001' })
  expect(lines.filter((line) => line.startsWith('DIFF'))).toEqual([])
  expect([ok, message]).toEqual([true, expect.stringMatching(new RegExp(`^${id}: \\d+ as documented, 0 deviate, \\d+ left out`))])
  expect(await ledger()).toEqual([])
})

/** Card payers pay on the page that the check names; wallet payers accept on the phone. */
async function pay(line: string): Promise<void> {
  const [, page] = /open (http\S+)/.exec(line) ?? []
  if (page) {
    const shown = await fetch(page)
    const [, action = ''] = /<form method="post" action="([^"]+)" class="taps"/.exec(await shown.text()) ?? []
    const address = new URL(action.replaceAll('&amp;', '&'), shown.url)
    await fetch(address, { method: 'POST', body: new URLSearchParams({ card: '4084084084084081' }), redirect: 'manual' })
  }
  if (!line.includes('on the phone')) return
  const prompts = (await app.inject('/control/prompts/90000001')).json<{ id: string; state: string }[]>()
  for (const { id, state } of prompts)
    if (state === 'waiting') await app.inject({ method: 'POST', url: `/control/prompts/90000001/${id}`, payload: { answer: 'accept' } })
}

const WITHOUT_PIN = connectorIds().filter((id) => !CONNECTORS[id].asksPin)

const WALKS = WITHOUT_PIN.flatMap((id) => DIALECTS.map((dialect) => ({ id, dialect })))

test.for(WALKS)(
  '$id, $dialect: a payment is started, paid by a person, seen, and refunded where there is a call for it',
  async ({ id, dialect }) => {
    await reset()
    await speakEverywhere(dialect)
    const { ok, lines } = await walk(id, PAYS, settingsWith(), (line) => void pay(line))
    expect(lines.filter((line) => line.startsWith('DIFF'))).toEqual([])
    expect(ok).toBe(true)
    const text = lines.join('')
    expect(text).toMatch(/paid(, 100 XOF| at once)/)
    expect(text).toMatch(CONNECTORS[id].refund === 'none' ? /the refund: it has no call/ : /the refund: refund(ed|ing)/)
    expect((await ledger()).some(({ amount }) => amount === 100)).toBe(true)
  },
)

test.for(connectorIds().filter((id) => CONNECTORS[id].asksPin))('%s: the check ends before a PIN, and nothing is paid', async (id) => {
  await reset()
  const { lines } = await walk(id, { ...PAYS, minutes: '0' })
  expect(lines.join('')).toContain('a PIN is typed only in the portal')
  expect(lines.filter((line) => line.startsWith('DIFF'))).toEqual([])
  expect(await ledger()).toEqual([])
})

test.for(['strict', 'sparse'])(
  'the operator, %s: every response is valid, filters are applied, a top-up arrives and is found',
  async (dialect) => {
    await reset()
    await speak(dialect)
    const { ok, lines } = await walk('operator', { ...PAYS, account: 'P1234567890' })
    expect(lines.filter((line) => line.startsWith('DIFF'))).toEqual([])
    expect(ok).toBe(true)
    expect(lines.join('')).toContain('found again by our reference: done')
    expect((await ledger()).filter(({ kind }) => kind === 'credit')).toMatchObject([{ amount: 100 }])
  },
)

test('an operator with deviations gets one line for each', async () => {
  await reset()
  const fault = (operation: string, body: unknown, status = 200) =>
    app.inject({ method: 'POST', url: '/control/faults', payload: { face: 'tmforum', operation, do: { status, body } } })
  await fault('bucket.list', [{ id: 7, usageType: 'money', logicalResource: [{ id: '22790000001' }] }])
  await fault('order.list', { code: 1, text: 'no' }, 422)
  await fault('bill.list', [{ id: 'B-1', remainingAmount: { value: 5 }, billDate: '2026-11-01T00:00:00Z' }])
  const { ok, lines } = await walk('operator', { ...ASKS, number: '90000001' })
  const told = lines.filter((line) => line.startsWith('DIFF')).join('')
  expect(ok).toBe(false)
  expect(told).toContain('654 GET /bucket: id must be string')
  expect(told).toContain('654 GET /bucket: usageType must be one of monetary, voice, data, sms, other')
  expect(told).toContain('622 GET /productOrder: answered 422, which the document does not know')
  expect(told).toContain('622 GET /productOrder: reason is missing')
  expect(told).toContain('bills of an unknown account: unavailable')
})

test('a provider that does not answer deviates, and its key is not printed', async () => {
  await reset()
  await app.inject({ method: 'POST', url: '/control/faults', payload: { face: 'paystack', do: { status: 500, body: 'no' } } })
  const { ok, lines } = await walk('paystack')
  expect(ok).toBe(false)
  expect(lines.join('')).toMatch(/DIFF {2}a payment that was never started is not paid: no usable answer/)
  expect(lines.join('')).not.toContain('sk_test')
})

const PRODUCTION: Settings = { ...settingsWith(), mode: 'production' }

test('a check in production is refused before anything is sent, unless it is confirmed', async () => {
  await reset()
  const { ok, message, lines } = await walk('paystack', PAYS, PRODUCTION)
  expect([ok, lines]).toEqual([false, []])
  expect(message).toContain('GUICHET_MODE is production')
  expect((await walk('paystack', { ...ASKS, inProduction: true }, PRODUCTION)).lines.length).toBeGreaterThan(0)
})

test.for<[string, Partial<CheckOptions>, string]>([
  ['nobody', {}, 'rehearse wants one of: operator, paystack'],
  ['operator', { number: '12' }, '--number'],
  ['paystack', { pay: '0' }, '--pay'],
  ['paystack', { pay: '1001' }, '--pay'],
  ['paystack', { pay: '-5' }, '--pay'],
  ['paystack', { pay: '1e2' }, '--pay'],
  ['paystack', { pay: '10', minutes: '600' }, '--minutes'],
])('%s with %j is refused with the reason, and nothing is sent', async ([of, options, why]) => {
  const { ok, message, lines } = await walk(of, { ...ASKS, ...options })
  expect([ok, lines]).toEqual([false, []])
  expect(message).toContain(why)
})
