import { afterAll, expect, test } from 'vitest'
import { readSettings, type Settings } from '#settings/settings.ts'
import { CONNECTORS, connectorIds } from '#shared/connector-table.ts'
import { buildSandbox } from '../../sandbox/sandbox-app.ts'
import { type CheckOptions, runCheck } from './check-command.ts'

/** The walk of the handbook, through the providers as the sandbox plays them. */
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

/** A face that has only one way to speak stays with it. */
async function speakEverywhere(dialect: (typeof DIALECTS)[number]): Promise<void> {
  const faces = (await app.inject('/control/dialect')).json<Record<string, string>>()
  for (const face of Object.keys(faces)) await speak(dialect, face)
}

test.for(connectorIds())('%s: asking only finds nothing that deviates, and moves no money', async (id) => {
  await reset()
  const { isGood, words, lines } = await walk(id, { ...ASKS, number: '90000001' })
  expect(lines.filter((line) => line.startsWith('DIFF'))).toEqual([])
  expect([isGood, words]).toEqual([true, expect.stringMatching(new RegExp(`^${id}: \\d+ as documented, 0 deviate, \\d+ left out`))])
  expect(await ledger()).toEqual([])
})

/** Whoever has a card pays on the page that the walk names; whoever has a phone accepts there. */
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
  '$id, $dialect: a payment is begun, paid by somebody, seen, and given back where there is a call for it',
  async ({ id, dialect }) => {
    await reset()
    await speakEverywhere(dialect)
    const { isGood, lines } = await walk(id, PAYS, settingsWith(), (line) => void pay(line))
    expect(lines.filter((line) => line.startsWith('DIFF'))).toEqual([])
    expect(isGood).toBe(true)
    const text = lines.join('')
    expect(text).toMatch(/paid(, 100 XOF| at once)/)
    expect(text).toMatch(CONNECTORS[id].refund === 'none' ? /the refund: it has no call/ : /the refund: refund(ed|ing)/)
    expect((await ledger()).some(({ amount }) => amount === 100)).toBe(true)
  },
)

test.for(connectorIds().filter((id) => CONNECTORS[id].asksPin))('%s: the walk ends before a PIN, and nothing is paid', async (id) => {
  await reset()
  const { lines } = await walk(id, { ...PAYS, minutes: '0' })
  expect(lines.join('')).toContain('a PIN is typed only in the portal')
  expect(lines.filter((line) => line.startsWith('DIFF'))).toEqual([])
  expect(await ledger()).toEqual([])
})

test.for(['strict', 'sparse'])(
  'the operator, %s: every answer is legal, filters are looked at, a top-up arrives and is found',
  async (dialect) => {
    await reset()
    await speak(dialect)
    const { isGood, lines } = await walk('operator', { ...PAYS, account: 'P1234567890' })
    expect(lines.filter((line) => line.startsWith('DIFF'))).toEqual([])
    expect(isGood).toBe(true)
    expect(lines.join('')).toContain('found again by our reference: done')
    expect((await ledger()).filter(({ kind }) => kind === 'credit')).toMatchObject([{ amount: 100 }])
  },
)

test('an operator that speaks otherwise is told line by line', async () => {
  await reset()
  const fault = (operation: string, body: unknown, status = 200) =>
    app.inject({ method: 'POST', url: '/control/faults', payload: { face: 'tmforum', operation, do: { status, body } } })
  await fault('bucket.list', [{ id: 7, usageType: 'money', logicalResource: [{ id: '22790000001' }] }])
  await fault('order.list', { code: 1, text: 'no' }, 422)
  await fault('bill.list', [{ id: 'B-1', remainingAmount: { value: 5 }, billDate: '2026-11-01T00:00:00Z' }])
  const { isGood, lines } = await walk('operator', { ...ASKS, number: '90000001' })
  const told = lines.filter((line) => line.startsWith('DIFF')).join('')
  expect(isGood).toBe(false)
  expect(told).toContain('654 GET /bucket: id is no text')
  expect(told).toContain("654 GET /bucket: usageType is none of the document's words")
  expect(told).toContain('622 GET /productOrder: answered 422, which the document does not know')
  expect(told).toContain('622 GET /productOrder: reason is missing')
  expect(told).toContain('bills of an account that is nobody’s: unavailable')
})

test('a provider that does not answer deviates, and its key is not told', async () => {
  await reset()
  await app.inject({ method: 'POST', url: '/control/faults', payload: { face: 'paystack', do: { status: 500, body: 'no' } } })
  const { isGood, lines } = await walk('paystack')
  expect(isGood).toBe(false)
  expect(lines.join('')).toMatch(/DIFF {2}a payment that nobody began is not paid: no usable answer/)
  expect(lines.join('')).not.toContain('sk_test')
})

test.for<[string, Record<string, string>, string]>([
  ['paystack', { PAYSTACK_SECRET_KEY: 'sk_live_x', PAYSTACK_PUBLIC_KEY: 'pk_live_x' }, 'PAYSTACK_SECRET_KEY is one of production'],
  ['mpesa', { MPESA_URL: 'https://api.safaricom.co.ke' }, 'MPESA_URL is one of production'],
])('%s with a key or an address of production is refused before anything is sent, unless it is confirmed', async ([id, changes, why]) => {
  const { isGood, words, lines } = await walk(id, PAYS, settingsWith(changes))
  expect([isGood, lines]).toEqual([false, []])
  expect(words).toContain(why)
})

test('a confirmed walk is done', async () => {
  await reset()
  const live = settingsWith({ PAYSTACK_SECRET_KEY: 'sk_live_x', PAYSTACK_PUBLIC_KEY: 'pk_live_x' })
  expect((await walk('paystack', { ...ASKS, inProduction: true }, live)).lines.length).toBeGreaterThan(0)
})

test.for<[string, Partial<CheckOptions>, string]>([
  ['nobody', {}, 'check wants one of: operator, paystack'],
  ['operator', { number: '12' }, '--number'],
  ['paystack', { pay: '0' }, '--pay'],
  ['paystack', { pay: '1001' }, '--pay'],
  ['paystack', { pay: '-5' }, '--pay'],
  ['paystack', { pay: '1e2' }, '--pay'],
  ['paystack', { pay: '10', minutes: '600' }, '--minutes'],
])('%s with %j is answered with what is wrong, and nothing is sent', async ([of, options, why]) => {
  const { isGood, words, lines } = await walk(of, { ...ASKS, ...options })
  expect([isGood, lines]).toEqual([false, []])
  expect(words).toContain(why)
})
