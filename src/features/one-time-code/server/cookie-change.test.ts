import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { aVisitor, codeIn, codeWorld, RESEND, SEND, VERIFY, wrongCode, type Visitor } from '#tests/support/code-world.ts'

const world = await codeWorld()
const { portal, sent } = world
const replica = await world.replica()
let lastNumber = 93_000_000
const aNumber = () => String((lastNumber += 1000))

const BALANCE = `${API_PREFIX}/subscriber/v4/query-balance`
const BILL = `${API_PREFIX}/subscriber/v1/bill`
const PREFILL = `${API_PREFIX}/visit/v1/prefill`

/** An attacker with a copy of a visitor's cookie. */
function aThief(cookie: string) {
  return async (url: string, payload: object) =>
    (await portal.call({ method: 'POST', url, payload, headers: { cookie, lang: 'en' } })).json()
}

async function draftOf(cookie: string, at = portal) {
  return (await at.call({ url: `${API_PREFIX}/visit/v1/draft`, headers: { cookie } })).json().result.widgetInfo
}

/** A visitor with a draft and a proven number, and the cookie from before the proof. */
async function aProof(purpose: 'BALANCE' | 'INVOICE' = 'BALANCE', visitor: Visitor = aVisitor(portal)) {
  const msisdn = aNumber()
  await visitor.post(PREFILL, { type: 'prepaid', msisdn })
  const { refId } = (await visitor.post(SEND, { msisdn, purpose })).json().result
  const formerCookie = visitor.cookie()
  const { uniqueCode } = (await visitor.post(VERIFY, { refId, otp: codeIn(sent.at(-1)) })).json().result
  return { visitor, msisdn, refId, uniqueCode, formerCookie }
}

test('abuse 61 a verified code changes the visit’s cookie and keeps its draft, on every portal', async () => {
  const { visitor, msisdn, uniqueCode, formerCookie } = await aProof()
  expect(visitor.cookie()).toMatch(/^sid=[A-Za-z0-9_-]{43}$/)
  expect(visitor.cookie()).not.toBe(formerCookie)
  expect(await draftOf(visitor.cookie(), replica)).toEqual({ type: 'prepaid', msisdn })
  expect((await visitor.post(BALANCE, { msisdn, uniqueCode }, replica)).json().status).toBe('success')
})

test('abuse 61 a cookie planted or copied before the proof has no access afterwards', async () => {
  const balance = await aProof()
  const steal = aThief(balance.formerCookie)
  expect((await steal(BALANCE, { msisdn: balance.msisdn, uniqueCode: balance.uniqueCode })).statusCode).toBe(4001)
  expect((await steal(BALANCE, { msisdn: balance.msisdn, uniqueCode: balance.refId })).statusCode).toBe(4001)
  const bill = await aProof('INVOICE')
  expect((await aThief(bill.formerCookie)(BILL, { msisdn: bill.msisdn, otpId: bill.refId })).statusCode).toBe(4001)
  expect((await balance.visitor.post(BALANCE, { msisdn: balance.msisdn, uniqueCode: balance.uniqueCode })).json().status).toBe('success')
})

test('proving another number does not turn a previous cookie into the current one', async () => {
  const { visitor, formerCookie, refId, msisdn, uniqueCode } = await aProof()
  const thief = await portal.call({ method: 'POST', url: SEND, payload: { msisdn: aNumber() }, headers: { cookie: formerCookie } })
  expect(thief.cookies).toHaveLength(1)
  expect((await aThief(formerCookie)(RESEND, { refId })).statusCode).toBe(4001)
  const own = thief.json().result.refId
  expect((await aThief(formerCookie)(VERIFY, { refId: own, otp: codeIn(sent.at(-1)) })).statusCode).toBe(4001)
  expect((await visitor.post(BALANCE, { msisdn, uniqueCode })).json().status).toBe('success')
})

test('a lost response loses no draft: the previous cookie reads it for ten minutes, and can request a new code', async () => {
  const { formerCookie, msisdn } = await aProof()
  expect(await draftOf(formerCookie)).toEqual({ type: 'prepaid', msisdn })
  world.passMinutes(1.1)
  const again = await portal.call({
    method: 'POST',
    url: SEND,
    payload: { msisdn, purpose: 'BALANCE' },
    headers: { cookie: formerCookie },
  })
  const cookie = again.cookies.map(({ name, value }) => `${name}=${value}`).join('')
  const verified = await aThief(cookie)(VERIFY, { refId: again.json().result.refId, otp: codeIn(sent.at(-1)) })
  expect(verified.status).toBe('success')
  expect(await draftOf(cookie)).toEqual({ type: 'prepaid', msisdn })
  world.passMinutes(10)
  expect(await draftOf(formerCookie)).toBeNull()
})

test('a wrong code does not change the cookie', async () => {
  const visitor = aVisitor(portal)
  const { refId } = (await visitor.post(SEND, { msisdn: aNumber() })).json().result
  const before = visitor.cookie()
  await visitor.post(VERIFY, { refId, otp: wrongCode(codeIn(sent.at(-1))) })
  expect(visitor.cookie()).toBe(before)
})
