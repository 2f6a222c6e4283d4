import { expect, test } from 'vitest'
import type { CodePurpose } from '../contract.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { anAddress, aVisitor, codeIn, codeWorld, RESEND, SEND, VERIFY, wrongCode, type Visitor } from '#tests/support/code-world.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { createLineChecks } from '#features/line/server/check-line.ts'
import { createOneTimeCodes } from './open-one-time-codes.ts'

const world = await codeWorld()
const { portal, sent } = world
const replica = await world.replica()
let lastNumber = 92_100_000
const aNumber = () => String((lastNumber += 1000))
const statusCodes = (answers: { json(): { statusCode: number } }[]) => answers.map((answer) => answer.json().statusCode)

async function aSentCode(purpose: CodePurpose = 'BALANCE', visitor: Visitor = aVisitor(portal)) {
  const msisdn = aNumber()
  const { refId } = (await visitor.post(SEND, { msisdn, purpose })).json().result
  return { visitor, msisdn, refId, code: codeIn(sent.at(-1)) }
}

async function spentAttempts(refId: string): Promise<number | undefined> {
  const row = await portal.db.selectFrom('one_time_code_challenge').select('attempts').where('id', '=', refId).executeTakeFirst()
  return row?.attempts
}

test('abuse 25 fifty parallel guesses over two portals count five at most, and the right code is then invalid', async () => {
  const { visitor, refId, code } = await aSentCode()
  const guesses = Array.from({ length: 50 }, (_, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'))
  const answers = await Promise.all(guesses.map((otp, index) => visitor.post(VERIFY, { refId, otp }, index % 2 ? portal : replica)))
  expect(statusCodes(answers).filter((code) => code === 2003)).toHaveLength(4)
  expect(await spentAttempts(refId)).toBe(5)
  expect((await visitor.post(VERIFY, { refId, otp: code }, replica)).json().statusCode).toBe(2002)
})

test('abuse 25 neither a resend nor a new request restores the attempts', async () => {
  const { visitor, refId, code, msisdn } = await aSentCode()
  for (let tries = 0; tries < 3; tries += 1) await visitor.post(VERIFY, { refId, otp: wrongCode(code) })
  world.passMinutes(1.1)
  expect((await visitor.post(RESEND, { refId })).json().result.attemptsLeft).toBe(2)
  world.passMinutes(1.1)
  const again = (await visitor.post(SEND, { msisdn, purpose: 'BALANCE' })).json().result
  expect(again.attemptsLeft).toBe(2)
  const latest = codeIn(sent.at(-1))
  for (const status of [2003, 2002, 2002])
    expect((await visitor.post(VERIFY, { refId: again.refId, otp: wrongCode(latest) })).json().statusCode).toBe(status)
  world.passMinutes(1.1)
  const before = sent.length
  expect((await visitor.post(SEND, { msisdn, purpose: 'BALANCE' })).json().statusCode).toBe(2002)
  expect(sent).toHaveLength(before)
})

test('after the lock ends the visitor may start again', async () => {
  const { visitor, refId, code, msisdn } = await aSentCode()
  for (let tries = 0; tries < 5; tries += 1) await visitor.post(VERIFY, { refId, otp: wrongCode(code) })
  world.passMinutes(10.1)
  expect((await visitor.post(SEND, { msisdn, purpose: 'BALANCE' })).json().result.attemptsLeft).toBe(5)
  expect((await visitor.post(VERIFY, { refId, otp: codeIn(sent.at(-1)) })).json().status).toBe('success')
})

test('guesses from another visit cannot lock out the owner', async () => {
  const attacker = await aSentCode()
  for (let tries = 0; tries < 5; tries += 1) await attacker.visitor.post(VERIFY, { refId: attacker.refId, otp: wrongCode(attacker.code) })
  world.passMinutes(1.1)
  const owner = aVisitor(portal)
  const { refId } = (await owner.post(SEND, { msisdn: attacker.msisdn, purpose: 'BALANCE' })).json().result
  expect((await owner.post(VERIFY, { refId, otp: codeIn(sent.at(-1)) })).json().status).toBe('success')
})

test('abuse 24 I11 another visit cannot use a reference, not even with the right code', async () => {
  const { refId, code, visitor } = await aSentCode()
  const { visitor: thief } = await aSentCode()
  expect((await thief.post(VERIFY, { refId, otp: code })).json().statusCode).toBe(4001)
  expect((await aVisitor(portal).post(VERIFY, { refId, otp: code })).json().statusCode).toBe(4001)
  expect((await thief.post(RESEND, { refId })).json().statusCode).toBe(4001)
  expect((await visitor.post(VERIFY, { refId, otp: code })).json().status).toBe('success')
})

test('abuse 24 I11 a code for one purpose is invalid for others', async () => {
  const { visitor, msisdn, code } = await aSentCode('INVOICE')
  world.passMinutes(1.1)
  const { refId } = (await visitor.post(SEND, { msisdn, purpose: 'PAYMENT' })).json().result
  expect((await visitor.post(VERIFY, { refId, otp: code })).json().statusCode).toBe(2003)
})

test('abuse 25 F46 the right code from two tabs at once is accepted once; a replay is a wrong code', async () => {
  const { visitor, refId, code } = await aSentCode()
  const answers = await Promise.all([portal, replica, portal, replica].map((at) => visitor.post(VERIFY, { refId, otp: code }, at)))
  expect(statusCodes(answers).toSorted((a, b) => a - b)).toEqual([200, 2003, 2003, 2003])
  expect((await visitor.post(VERIFY, { refId, otp: code })).json().statusCode).toBe(2003)
})

test('abuse 25 a code lives ten minutes; a clock set back restores neither sends nor attempts', async () => {
  const { visitor, refId, code } = await aSentCode()
  world.passMinutes(10)
  expect((await visitor.post(VERIFY, { refId, otp: code })).json()).toMatchObject({ statusCode: 2003, message: 'Please enter correct OTP' })
  const other = await aSentCode()
  for (let tries = 0; tries < 5; tries += 1) await other.visitor.post(VERIFY, { refId: other.refId, otp: wrongCode(other.code) })
  world.passMinutes(-120)
  expect((await other.visitor.post(VERIFY, { refId: other.refId, otp: other.code })).json().statusCode).toBe(2002)
  expect((await other.visitor.post(RESEND, { refId: other.refId })).json().statusCode).toBe(2002)
  world.passMinutes(120)
})

test('abuse 19 callers without a visit at one address get three SMS in ten minutes and ten a day for a number', async () => {
  const msisdn = aNumber()
  const address = anAddress()
  const before = sent.length
  const ask = async () => (await aVisitor(portal, address).post(SEND, { msisdn })).json().statusCode
  for (const expected of [200, 200, 200, 502]) {
    expect(await ask()).toBe(expected)
    world.passMinutes(1.5)
  }
  for (let round = 0; round < 12; round += 1) {
    world.passMinutes(30)
    await ask()
  }
  expect(sent).toHaveLength(before + 10)
})

test('twenty parallel requests of one address over two portals send one SMS', async () => {
  const msisdn = aNumber()
  const address = anAddress()
  const before = sent.length
  await Promise.all(Array.from({ length: 20 }, (_, index) => aVisitor(index % 2 ? portal : replica, address).post(SEND, { msisdn })))
  expect(sent).toHaveLength(before + 1)
})

test('twenty parallel resends over two portals send one SMS', async () => {
  const { visitor, refId } = await aSentCode()
  world.passMinutes(1.1)
  const before = sent.length
  await Promise.all(Array.from({ length: 20 }, (_, index) => visitor.post(RESEND, { refId }, index % 2 ? portal : replica)))
  expect(sent).toHaveLength(before + 1)
})

test('a sweep of one visit over distant numbers is stopped', async () => {
  const before = sent.length
  const visitor = aVisitor(portal)
  await visitor.post(SEND, { msisdn: aNumber() })
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, index) => visitor.post(SEND, { msisdn: `96${String(index).padStart(3, '0')}001` })),
  )
  expect(sent.length - before).toBeLessThanOrEqual(45)
  expect(answers.filter((answer) => answer.statusCode === 429).length).toBeGreaterThan(30)
})

test('one code tried on numbers of other visits is rejected, because each visit has its own references', async () => {
  const { code, visitor } = await aSentCode()
  const strangers = await Promise.all([1, 2, 3].map(() => aSentCode()))
  for (const { refId } of strangers) expect((await visitor.post(VERIFY, { refId, otp: code })).json().statusCode).toBe(4001)
})

test('abuse 20 a sweep of many visits over a block of numbers is stopped', async () => {
  const before = sent.length
  const address = anAddress()
  const numbers = Array.from({ length: 120 }, (_, index) => `97500${String(index).padStart(3, '0')}`)
  const answers = await Promise.all(numbers.map((msisdn) => aVisitor(portal, address).post(SEND, { msisdn })))
  expect(sent.length - before).toBeLessThanOrEqual(50)
  expect(answers.filter((answer) => answer.statusCode === 429).length).toBeGreaterThan(60)
})

test('abuse 18 OTP-4 a number of another operator gets the same answer, as slowly, as a refusal by the SMS centre', async () => {
  const slow = await codeWorld()
  const answerOf = async (msisdn: string) => {
    const began = performance.now()
    const answer = await aVisitor(slow.portal).post(SEND, { msisdn, purpose: 'BALANCE' })
    const { requestId: _own, ...body } = answer.json()
    return { tookMs: performance.now() - began, answer: { statusCode: answer.statusCode, body } }
  }
  await answerOf(aNumber())
  slow.centre.outcome = 'refused'
  slow.centre.tookMs = 300
  const refused = await answerOf(aNumber())
  const foreign = await answerOf('20000001')
  expect(foreign.answer).toEqual(refused.answer)
  expect(foreign.answer.body).toMatchObject({ code: 'code-not-receivable' })
  expect(Math.abs(foreign.tookMs - refused.tookMs)).toBeLessThan(200)
  expect(slow.sent).toHaveLength(1)
})

test('I11 F45 a unique code is valid for one number, one purpose and one visit, once, for ten minutes', async () => {
  const clock = { now: () => new Date() }
  const rateLimiter: RateLimiter = { consume: async () => {}, inTurn: (_name, _asker, attempt) => attempt(), close: () => {} }
  const lines = createLineChecks({ operator: fakeOperator(), rateLimiter, clock, isHybridOn: async () => false })
  let nowMs = Date.now()
  const codes = createOneTimeCodes({
    db: portal.db,
    clock: { now: () => new Date(nowMs) },
    sms: { send: async (message) => ((text = message.text), { kind: 'accepted' }) },
    secret: 'a',
    lines,
    rateLimiter,
    content: {
      read: async () => ({}),
      readAsWritten: async () => ({ sms: '{code}' }),
      pinned: () => Promise.reject(new Error('no page')),
      version: async () => '',
    },
    host: 'localhost',
  })
  let text = ''
  const aVisit = async (first: number) => {
    const id = Buffer.alloc(32, first)
    await portal.db
      .insertInto('visit')
      .values({ id, draft: '{}', created_at: new Date(nowMs), expires_at: new Date(nowMs + 1e9) })
      .execute()
    return { id, draft: {} }
  }
  const [visit, otherVisit] = [await aVisit(1), await aVisit(2)]
  const binding = { msisdn: aNumber() as MobileNumber, purpose: 'INVOICE' as const, visit }
  const prove = async () => {
    nowMs += 240_000
    const { reference } = await codes.send({ ...binding, caller: { address: 'a', visit: 'v', puzzle: 'open' }, language: 'fr' })
    return { reference, ...(await codes.verify({ reference, visit, readCode: async () => text.slice(0, 6) })) }
  }

  const { uniqueCode } = await prove()
  expect(await codes.consume(uniqueCode, { ...binding, msisdn: '90000002' as MobileNumber })).toBe(false)
  expect(await codes.consume(uniqueCode, { ...binding, purpose: 'PAYMENT' })).toBe(false)
  expect(await codes.consume(uniqueCode, { ...binding, visit: otherVisit })).toBe(false)
  expect(await codes.isProven(uniqueCode, { ...binding, purpose: 'PAYMENT' })).toBe(false)
  expect(await codes.isProven(uniqueCode, { ...binding, visit: otherVisit })).toBe(false)
  for (let looks = 0; looks < 3; looks += 1) expect(await codes.isProven(uniqueCode, binding)).toBe(true)
  expect(await codes.consume(uniqueCode, { ...binding, visit: { ...visit, hasPreviousCookie: true } })).toBe(false)
  const spent = await Promise.all(Array.from({ length: 10 }, () => codes.consume(uniqueCode, binding)))
  expect(spent.filter(Boolean)).toHaveLength(1)

  expect(await codes.isProven(uniqueCode, binding)).toBe(false)

  const byReference = await prove()
  expect(await codes.consume(byReference.reference, binding)).toBe(true)
  expect(await codes.consume(byReference.uniqueCode, binding)).toBe(false)

  const late = await prove()
  nowMs += 600_000
  expect(await codes.isProven(late.uniqueCode, binding)).toBe(false)
  expect(await codes.consume(late.uniqueCode, binding)).toBe(false)
  expect(await codes.consume('A'.repeat(22), binding)).toBe(false)
})
