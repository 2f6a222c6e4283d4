import { expect, test } from 'vitest'
import { aFolder, aSandbox, sendSmsUrl } from '../testing/test-sandbox.ts'
import { tmforumSimulator } from '../tmforum/tmforum-simulator.ts'
import type { World } from '../world/world.ts'
import { durationMs } from './duration.ts'
import { isWelcomeOrigin } from './origin-guard.ts'

const aQuestion = { face: 'money', wallet: 'money', msisdn: '90000001', amount: 1_000, currency: 'XOF', payee: 'Ténéré Mobile' } as const
const ask = (world: World) => world.prompts.ask({ ...aQuestion, reference: 'MM-1', lifeMs: 120_000 })

test('the inbox is answered newest first', async () => {
  const { app, world } = await aSandbox()
  world.inbox.receive({ to: '90000001', from: '300', text: 'one' })
  world.inbox.receive({ to: '90000001', from: '300', text: 'two' })
  const texts = (await app.inject('/control/sms/90000001')).json().map((sms: { text: string }) => sms.text)
  expect(texts).toEqual(['two', 'one'])
  expect((await app.inject('/control/sms/22790000001')).json()).toHaveLength(2)
})

test('an unknown number has an empty inbox, a number that is none is refused', async () => {
  const { app } = await aSandbox()
  expect((await app.inject('/control/sms/87654321')).json()).toEqual([])
  const refused = await app.inject('/control/sms/123')
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({ error: expect.any(String) })
})

test('prompts are listed and answered', async () => {
  const { app, world } = await aSandbox()
  const { id } = ask(world)
  const listed = { id, amount: 1_000, currency: 'XOF', payee: 'Ténéré Mobile', expiresAt: expect.any(String), state: 'waiting' }
  expect((await app.inject('/control/prompts/90000001')).json()).toEqual([listed])

  const url = `/control/prompts/90000001/${id}`
  const wrong = await app.inject({ method: 'POST', url, payload: { answer: 'accept', pin: '0000' } })
  expect(wrong.json()).toMatchObject({ state: 'waiting', problem: 'wrong-pin', triesLeft: 4 })
  const right = await app.inject({ method: 'POST', url, payload: { answer: 'accept' } })
  expect(right.json()).toEqual({ ...listed, state: 'accepted' })
  expect((await app.inject({ method: 'POST', url, payload: { answer: 'decline' } })).statusCode).toBe(409)
})

test('a prompt of another number cannot be answered', async () => {
  const { app, world } = await aSandbox()
  const { id } = ask(world)
  const answer = await app.inject({ method: 'POST', url: `/control/prompts/90000002/${id}`, payload: { answer: 'accept' } })
  expect(answer.statusCode).toBe(404)
})

test('faults are added, listed and cleared', async () => {
  const { app } = await aSandbox()
  const rule = { face: 'sms', operation: 'sendsms', match: { to: '22790000001' }, times: 3, do: { delayMs: 10, dropAnswer: true } }
  expect((await app.inject({ method: 'POST', url: '/control/faults', payload: rule })).statusCode).toBe(201)
  expect((await app.inject('/control/faults')).json()).toMatchObject([rule])
  expect((await app.inject({ method: 'DELETE', url: '/control/faults?face=paystack' })).statusCode).toBe(204)
  expect((await app.inject('/control/faults')).json()).toHaveLength(1)
  await app.inject({ method: 'DELETE', url: '/control/faults' })
  expect((await app.inject('/control/faults')).json()).toEqual([])
})

test('a simulator uses the strict dialect until another is set, and again after a reset', async () => {
  const { app, world } = await aSandbox()
  const speak = (payload: object) => app.inject({ method: 'POST', url: '/control/dialect', payload })
  expect((await app.inject('/control/dialect')).json()).toMatchObject({ tmforum: 'strict', sms: 'strict' })
  expect((await speak({ face: 'tmforum', dialect: 'sparse' })).json()).toMatchObject({ tmforum: 'sparse', sms: 'strict' })
  expect(world.dialects.of('tmforum')).toBe('sparse')
  await speak({ face: 'tmforum', dialect: 'strict' })
  expect(world.dialects.of('tmforum')).toBe('strict')
  await speak({ face: 'tmforum', dialect: 'sparse' })
  await app.inject({ method: 'POST', url: '/control/reset' })
  expect((await app.inject('/control/dialect')).json()).toMatchObject({ tmforum: 'strict' })
})

test('a dialect that a simulator does not support is refused, and changes nothing', async () => {
  const { app, world } = await aSandbox({ simulators: [{ ...tmforumSimulator, dialects: [] }] })
  const speak = (payload: object) => app.inject({ method: 'POST', url: '/control/dialect', payload })
  expect((await speak({ face: 'tmforum', dialect: 'sparse' })).json()).toEqual({ error: 'tmforum speaks only strict' })
  expect((await speak({ face: 'sms', dialect: 'sparse' })).statusCode).toBe(409)
  for (const payload of [{ face: 'tmforum', dialect: 'klingon' }, { face: 'mtn', dialect: 'sparse' }, {}, { face: 'tmforum' }])
    expect((await speak(payload)).statusCode).toBe(400)
  expect(world.dialects.of('tmforum')).toBe('strict')
})

test('the button of the front page switches a dialect, and only to a supported one', async () => {
  const { app, world } = await aSandbox()
  const press = (payload: string) =>
    app.inject({ method: 'POST', url: '/actions/dialect', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload })
  expect((await app.inject('/?lang=en')).body).toContain('Says the least')
  expect((await press('face=tmforum&dialect=sparse&back=/')).statusCode).toBe(303)
  expect(world.dialects.of('tmforum')).toBe('sparse')
  await press('face=tmforum&dialect=nonsense&back=/')
  expect(world.dialects.of('tmforum')).toBe('strict')
  expect((await press('face=nobody&dialect=sparse&back=/')).statusCode).toBe(303)
})

test.for([
  { name: 'an unknown simulator', payload: { face: 'mtn', do: {} } },
  { name: 'no effects', payload: { face: 'sms' } },
  { name: 'an unknown effect', payload: { face: 'sms', do: { explode: true } } },
  { name: 'a number as text', payload: { face: 'sms', do: { delayMs: '10' } } },
  { name: 'times of zero', payload: { face: 'sms', times: 0, do: {} } },
])('a fault rule with $name is refused', async ({ payload }) => {
  const { app } = await aSandbox()
  const answer = await app.inject({ method: 'POST', url: '/control/faults', payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ error: expect.any(String) })
})

test('only JSON is taken', async () => {
  const { app } = await aSandbox()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await app.inject({ method: 'POST', url: '/control/time', headers: form, payload: 'advance=PT5M' })).statusCode).toBe(415)
  const broken = await app.inject({
    method: 'POST',
    url: '/control/time',
    headers: { 'content-type': 'application/json' },
    payload: '{"advance"',
  })
  expect([broken.statusCode, broken.json()]).toEqual([400, { error: expect.any(String) }])
})

test('time is moved by a duration, and what was due has happened when the call answers', async () => {
  const { app, world } = await aSandbox()
  const { id } = ask(world)
  const before = Date.now()
  const answer = await app.inject({ method: 'POST', url: '/control/time', payload: { advance: 'PT5M' } })
  expect(Date.parse(answer.json().now)).toBeGreaterThanOrEqual(before + 300_000)
  expect(world.prompts.find(id)?.state).toBe('expired')
})

test.for([
  ['PT5M', 300_000],
  ['P1D', 86_400_000],
  ['P1DT2H3M4.5S', 93_784_500],
  ['PT0S', 0],
  ['P', null],
  ['PT', null],
  ['P1M', null],
  ['-PT5M', null],
  ['5 minutes', null],
  ['P4000D', null],
] as const)('the duration %s is %s milliseconds', ([text, expected]) => {
  expect(durationMs(text)).toBe(expected)
})

test('a bad duration is refused', async () => {
  const { app } = await aSandbox()
  expect((await app.inject({ method: 'POST', url: '/control/time', payload: { advance: 'soon' } })).statusCode).toBe(400)
})

test('reset restores everything, also after a restart', async () => {
  const folder = aFolder()
  const { app, world } = await aSandbox({ folder })
  await app.inject(sendSmsUrl())
  ask(world)
  world.faults.add({ face: 'sms', do: { status: 500 } })
  await world.scheduler.advance(60_000)
  world.wallets.checkPin({ wallet: 'money', msisdn: '90000001', pin: '0000', reference: 'r' })
  const amounts = {
    amount: 500,
    currency: 'XOF',
    from: { kind: 'wallet', wallet: 'money', msisdn: '90000001' },
    to: { kind: 'outside', name: 'm' },
  } as const
  world.money.move({ face: 'money', kind: 'capture', reference: 'a', ourReference: 'b', ...amounts })

  expect((await app.inject({ method: 'POST', url: '/control/reset' })).statusCode).toBe(200)
  for (const present of [world, (await aSandbox({ folder })).world]) {
    expect(present.inbox.of('90000001')).toEqual([])
    expect(present.prompts.of('90000001')).toEqual([])
    expect(present.faults.all()).toEqual([])
    expect(present.money.ledger()).toEqual([])
    expect(present.wallets.find('money', '90000001')).toMatchObject({ balance: 50_000, pinTriesLeft: 5 })
    expect(Math.abs(present.clock.now() - Date.now())).toBeLessThan(1_000)
  }
})

test('the ledger has the agreed shape and nothing more', async () => {
  const { app, world } = await aSandbox()
  const pots = { from: { kind: 'outside', name: 'operator' }, to: { kind: 'airtime', msisdn: '90000001' } } as const
  world.money.move({
    face: 'tmforum',
    kind: 'credit',
    reference: 'T1',
    ourReference: 'R1',
    msisdn: '90000001',
    amount: 500,
    currency: 'XOF',
    ...pots,
  })
  expect((await app.inject('/control/ledger')).json()).toEqual([
    {
      at: expect.any(String),
      face: 'tmforum',
      kind: 'credit',
      reference: 'T1',
      ourReference: 'R1',
      msisdn: '90000001',
      amount: 500,
      currency: 'XOF',
    },
  ])
})

test.for([
  [undefined, true],
  ['http://localhost:3001', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://localhost:9999', false],
  ['https://evil.example', false],
  ['null', false],
] as const)('a control call from the origin %s is let through: %s', ([origin, isWelcome]) => {
  expect(isWelcomeOrigin({ origin, host: 'localhost:3001', portalUrl: 'http://localhost:3000' })).toBe(isWelcome)
})

test('a name that was pointed at this computer is not our own origin', () => {
  expect(isWelcomeOrigin({ origin: 'http://evil.example:3001', host: 'evil.example:3001', portalUrl: 'http://localhost:3000' })).toBe(false)
})

test('a page from elsewhere cannot steer the sandbox', async () => {
  const { app } = await aSandbox()
  const headers = { origin: 'https://evil.example' }
  for (const url of ['/control/reset', '/actions/reset']) {
    expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(403)
  }
})

test('F62 a bill that is paid in a shop is settled, whole or in part', async () => {
  const { app, world } = await aSandbox()
  const pay = async (payload: object) => app.inject({ method: 'POST', url: '/control/shop-payment', payload })
  expect((await pay({ accountNo: '1000000003', amount: 450.5 })).json()).toEqual({ outstanding: 12_000 })
  expect((await pay({ accountNo: '1000000003' })).json()).toEqual({ outstanding: 0 })
  const [first, second] = world.accounts.bills('P1234567890').filter(({ remaining }) => remaining > 0)
  await pay({ accountNo: 'P1234567890', billNo: first?.billNo })
  const left = world.accounts.bills('P1234567890').filter(({ remaining }) => remaining > 0)
  expect(left.map(({ billNo }) => billNo)).toContain(second?.billNo)
  expect(left.map(({ billNo }) => billNo)).not.toContain(first?.billNo)
  expect((await pay({ accountNo: 'P1234567890', billNo: 'none' })).statusCode).toBe(404)
})
