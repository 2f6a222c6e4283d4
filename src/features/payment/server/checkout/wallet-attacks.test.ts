import { beforeEach, expect, test } from 'vitest'
import { anAddress, aVisitor, codeSentTo, SEND, VERIFY } from '#tests/support/code-world.ts'
import { ON_PHONE, pinAsked, TRANSACTION, walletWorld, type Payer } from '#tests/support/wallet-world.ts'

const world = await walletWorld()
const { script, started, pins, aPurchase, aPayer, initiate, enterPin, begin, push } = world
const REFUSED = { kind: 'rejected', reason: 'payer_declined', provider: { code: 'no', text: '' } } as const
const WRONG = { state: 'declined', final: false, reason: 'wrong_pin', attemptsLeft: 4, provider: { code: '1004', text: '' } } as const

beforeEach(() => {
  script.start = pinAsked()
  script.pin = WRONG
})

const reached = (calls: string[], msisdn: string) => calls.filter((each) => each.endsWith(msisdn))

/** A new visitor's request to a phone, and the portal's response. */
async function pushFromAnybody(msisdn: string, address?: string): Promise<string> {
  const visitor = aVisitor(world.portal, address)
  const answer = await push(visitor, await begin(visitor), msisdn)
  return answer.result?.code ?? answer.code
}

/** Lets the shortest rate limit expire; limits use the database's clock. */
async function passMoments(): Promise<void> {
  await world.portal.database.pool.query("delete from rate_limit where key like 'push-now:%'")
}

test('abuse 28 abuse 29 MM-1, SC-1 other visitors, however many, use up no PIN try of a victim’s wallet; the victim can pay', async () => {
  const victim = await aPayer()
  for (let count = 0; count < 4; count += 1) {
    const stranger = await aPayer()
    const asVictim: Payer = { ...stranger, msisdn: victim.msisdn }
    for (const mode of ['TENERE_MONEY', 'SMARTCASH_SECURE']) {
      expect((await initiate(asVictim, mode)).json().code).toBe('payer-not-proven')
      const { transactionId } = (await initiate(stranger, mode)).json().result
      expect((await enterPin(asVictim, transactionId, { paymentMode: mode })).json().code).toBe('payer-not-proven')
      const unproven = { transactionId, paymentMode: mode, paymentMobile: victim.msisdn }
      expect((await stranger.visitor.post(`${TRANSACTION}/process`, unproven)).json().code).toBe('payer-not-proven')
    }
  }
  expect(reached(pins, victim.msisdn)).toEqual([])
  expect(reached(started, victim.msisdn)).toEqual([])
  const { transactionId } = (await initiate(victim)).json().result
  script.pin = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: 'W-victim' }
  expect((await enterPin(victim, transactionId)).json().result.status).toBe('REQUEST_RAISED')
})

test('abuse 32 MM-3 a number’s code allows no PIN for another number of the same purchase', async () => {
  const first = await aPayer()
  const { transactionId } = (await initiate(first)).json().result
  world.passMinutes(11)
  const msisdn = '90490001'
  const { refId } = (await first.visitor.post(SEND, { msisdn })).json().result
  const proof = { refId, otp: codeSentTo(world.sent, msisdn), paymentMode: 'SMARTCASH_SECURE' }
  const bearer: string = (await first.visitor.post(VERIFY, proof)).json().result.accessToken
  const second: Payer = { ...first, msisdn, bearer }
  script.start = pinAsked('key-2')
  expect((await initiate(second)).json().result.encryptionKeyDetails.keyId).toBe('key-2')
  expect((await enterPin(second, transactionId, { keyId: 'key-1' })).json().code).toBe('payer-not-proven')
  expect(reached(pins, first.msisdn)).toEqual([])
  expect((await enterPin(second, transactionId, { keyId: 'key-2' })).json().attemptsLeft).toBe(4)
})

test('abuse 31 MM-2 a visit has at most two requests on one phone, and one already waiting is shown again', async () => {
  script.start = ON_PHONE
  const msisdn = '90700001'
  const visitor = aVisitor(world.portal)
  const purchaseId = await aPurchase(visitor)
  const transactionId = await begin(visitor, purchaseId)
  expect((await push(visitor, transactionId, msisdn)).result.code).toBe('STARTED')
  expect((await push(visitor, await begin(visitor, purchaseId), msisdn)).result.code).toBe('ALREADY_PROCESSED')
  await passMoments()
  expect((await push(visitor, await begin(visitor), msisdn)).result.code).toBe('STARTED')
  await passMoments()
  expect((await push(visitor, await begin(visitor), msisdn)).code).toBe('too-many-pushes')
  expect(reached(started, msisdn)).toHaveLength(2)
})

test('abuse 83 two requests of another visit do not stop the owner of a phone from paying', async () => {
  script.start = ON_PHONE
  const msisdn = '90700011'
  const address = anAddress()
  const stranger = aVisitor(world.portal, address)
  expect((await push(stranger, await begin(stranger), msisdn)).result.code).toBe('STARTED')
  await passMoments()
  expect((await push(stranger, await begin(stranger), msisdn)).result.code).toBe('STARTED')
  const owner = aVisitor(world.portal, address)
  expect((await push(owner, await begin(owner), msisdn)).result.code).toBe('STARTED')
})

test('abuse 83 one address never uses all requests of a phone, whatever visits it collects', async () => {
  script.start = ON_PHONE
  const msisdn = '90700012'
  const address = anAddress()
  const codes = await Promise.all(Array.from({ length: 20 }, () => pushFromAnybody(msisdn, address)))
  expect(codes.filter((code) => code === 'STARTED').length).toBeLessThanOrEqual(5)
  await passMoments()
  expect(await pushFromAnybody(msisdn)).toBe('STARTED')
})

test('MM-2 a request without a result from its provider does not block a phone for days', async () => {
  script.start = 'silence'
  const msisdn = '90700005'
  expect(await pushFromAnybody(msisdn)).toBe('NOT_STARTED')
  script.start = ON_PHONE
  for (let count = 0; count < 5; count += 1) {
    expect(await pushFromAnybody(msisdn)).toBe('STARTED')
    await passMoments()
  }
  expect(await pushFromAnybody(msisdn)).toBe('too-many-pushes')
  world.passMinutes(16)
  script.start = ON_PHONE
  expect(await pushFromAnybody(msisdn)).toBe('STARTED')
})

test('MM-2 of twenty simultaneous requests for one phone, from everywhere, at most six pass', async () => {
  script.start = ON_PHONE
  const msisdn = '90700002'
  const codes = await Promise.all(Array.from({ length: 20 }, () => pushFromAnybody(msisdn)))
  expect(codes.filter((code) => code === 'STARTED').length).toBeLessThanOrEqual(6)
  expect(reached(started, msisdn).length).toBeLessThanOrEqual(6)
})

test('abuse 31 MM-2 five requests an hour reach one phone from one address, ten from everywhere; other phones are unaffected', async () => {
  script.start = REFUSED
  const msisdn = '90700003'
  const address = anAddress()
  const codes = []
  for (let count = 0; count < 6; count += 1) codes.push(await pushFromAnybody(msisdn, address))
  expect(codes).toEqual([...Array.from({ length: 5 }, () => 'NOT_STARTED'), 'too-many-pushes'])
  for (let count = 0; count < 6; count += 1) await pushFromAnybody(msisdn).then(() => passMoments())
  expect(reached(started, msisdn)).toHaveLength(10)
  expect(await pushFromAnybody('90700004')).toBe('NOT_STARTED')
})

test('abuse 83 one order sends requests to three phones at most', async () => {
  script.start = REFUSED
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  const codes = []
  for (const last of [1, 2, 3, 4, 5]) {
    const answer = await push(visitor, transactionId, `9071000${last}`)
    codes.push(answer.result?.code ?? answer.code)
  }
  expect(codes).toEqual(['NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED', 'too-many-pushes', 'too-many-pushes'])
  expect(reached(started, '90710004')).toEqual([])
})

test('abuse 83 one visit does not send requests to a hundred and twenty phones', async () => {
  script.start = REFUSED
  const visitor = aVisitor(world.portal)
  const before = started.length
  for (let phone = 0; phone < 12; phone += 1) await push(visitor, await begin(visitor), `9072${String(phone).padStart(4, '0')}`)
  expect(started.length - before).toBe(6)
})
