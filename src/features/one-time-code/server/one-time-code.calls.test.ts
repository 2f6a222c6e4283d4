import { expect, test } from 'vitest'
import { septetsOf, toGsmText } from '#shared/gsm-text.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { LANGUAGES } from '#shared/language.ts'
import { anAddress, aVisitor, codeIn, codeWorld, RESEND, sealFor, SEND, VERIFY, wrongCode } from '#tests/support/code-world.ts'
import { REPORT_PATH } from './sms-report-path.ts'

const world = await codeWorld()
const { portal, sent } = world
let lastNumber = 90_100_000
/** Blocks of numbers have rate limits, so every test takes a number from a block of its own. */
const aNumber = () => String((lastNumber += 1000))

async function aSentCode(purpose = 'BALANCE') {
  const visitor = aVisitor(portal)
  const msisdn = aNumber()
  const { refId } = (await visitor.post(SEND, { msisdn, purpose })).json().result
  return { visitor, msisdn, refId, code: codeIn(sent.at(-1)) }
}

test('API-4 a code is sent by SMS, and the right one returns a unique code', async () => {
  const visitor = aVisitor(portal)
  const answer = await visitor.post(SEND, { msisdn: '90000001', purpose: 'BALANCE' })
  expect(answer.json()).toEqual({
    status: 'success',
    statusCode: 200,
    result: { refId: expect.stringMatching(/^[\w-]{22}$/), resendInSeconds: 60, attemptsLeft: 5 },
  })
  expect(sent.at(-1)).toMatchObject({ to: '90000001', validForMinutes: 10, text: expect.stringMatching(/^[0-9]{6} is your code/) })
  const verified = await visitor.post(VERIFY, { refId: answer.json().result.refId, otp: codeIn(sent.at(-1)) })
  expect(verified.json()).toEqual({ status: 'success', statusCode: 200, result: { uniqueCode: expect.stringMatching(/^[\w-]{22}$/) } })
})

test('API-9 SmartCash sends data.msisdn, and its code is for a payment', async () => {
  const visitor = aVisitor(portal)
  const msisdn = aNumber()
  const { refId } = (await visitor.post(SEND, { data: { msisdn } })).json().result
  expect(sent.at(-1)).toMatchObject({ to: msisdn })
  const verified = await visitor.post(VERIFY, { refId, otp: codeIn(sent.at(-1)), username: msisdn, paymentMode: 'SMARTCASH_SECURE' })
  expect(verified.json().result).toMatchObject({ tokenType: 'Bearer' })
})

test.for([
  { data: {} },
  { data: { msisdn: '9000000' } },
  { data: { msisdn: '90000001', purpose: 'BALANCE' } },
  { data: { msisdn: '90000001' }, msisdn: '90000002' },
  { data: { msisdn: '90000001' }, purpose: 'LEAD' },
  { data: ['90000001'] },
  { data: '90000001' },
  { data: null },
  {},
])('API-9 no other shape is accepted: %o', async (body) => {
  const before = sent.length
  expect((await aVisitor(portal).post(SEND, body)).json()).toMatchObject({ status: 'failure', code: 'bad-request' })
  expect(sent).toHaveLength(before)
})

test('API-4 the bill’s calls use otpId', async () => {
  const visitor = aVisitor(portal)
  const optimus = (call: string, payload: object) => visitor.post(`${API_PREFIX}/optimus/otp/${call}`, payload)
  const { otpId } = (await optimus('send', { text: '90000003', text1: '', otpAction: 'INVOICE' })).json().result
  world.passMinutes(1)
  expect((await optimus('resend', { otpId })).json().result).toEqual({ otpId, resendInSeconds: 60, attemptsLeft: 5 })
  const verified = await optimus('verify', { otpId, otp: codeIn(sent.at(-1)) })
  expect(verified.json().result).toEqual({ otpId, uniqueCode: expect.any(String) })
})

test('POST-2 a line without a bill gets no SMS about one, and no code to type', async () => {
  const before = sent.length
  const answer = await aVisitor(portal).post(`${API_PREFIX}/optimus/otp/send`, { text: aNumber(), text1: '', otpAction: 'INVOICE' })
  expect(answer.json()).toMatchObject({ status: 'failure', code: 'line-does-not-fit', message: 'Invalid Mobile No' })
  expect(sent).toHaveLength(before)
})

test('MM-3 with a payment mode both addresses return the bearer token instead', async () => {
  for (const url of [VERIFY, '/auth/bfe/api/portal-service/otp/v1/verify-user']) {
    const { visitor, refId, code, msisdn } = await aSentCode('PAYMENT')
    const answer = await visitor.post(url, { refId, otp: code, username: msisdn, paymentMode: 'smart cash' })
    expect(answer.json().result).toEqual({ tokenType: 'Bearer', accessToken: expect.any(String) })
  }
})

test('GEN-5 an encrypted code is decrypted; one that cannot be decrypted costs no attempt', async () => {
  const { visitor, refId, code } = await aSentCode()
  const sealed = await sealFor(portal, code)
  const broken = `${sealed.slice(0, -8)}AAAAAAA=`
  expect((await visitor.post(VERIFY, { refId, otp: broken })).json().code).toBe('sealed-value-refused')
  expect((await visitor.post(VERIFY, { refId, otp: await sealFor(portal, code) })).json().status).toBe('success')
})

test('GEN-7 a code encrypted for one visit is invalid in another', async () => {
  const { code } = await aSentCode()
  const other = await aSentCode()
  const answer = await other.visitor.post(VERIFY, {
    refId: other.refId,
    otp: await sealFor(portal, code === other.code ? wrongCode(code) : code),
  })
  expect(answer.json().status).toBe('failure')
})

test('GEN-7 a caller that declares encryption may send no plain text; others may', async () => {
  const marked = (payload: object, url = SEND) =>
    portal.call({ method: 'POST', url, payload, headers: { lang: 'en', 'x-sealing': 'on' }, remoteAddress: anAddress() })
  const msisdn = aNumber()
  expect((await marked({ msisdn })).json().code).toBe('sealed-value-refused')
  const answer = await marked({ msisdn: await sealFor(portal, msisdn, 'msisdn') })
  expect(answer.json().status).toBe('success')
  expect(sent.at(-1)?.to).toBe(msisdn)
  const { refId } = answer.json().result
  expect((await marked({ refId, otp: codeIn(sent.at(-1)) }, VERIFY)).json().code).toBe('sealed-value-refused')
  expect((await marked({ msisdn: await sealFor(portal, 'no number', 'msisdn') })).json().code).toBe('bad-request')
  const many = Object.fromEntries(
    await Promise.all(['msisdn', 'email'].map(async (name) => [name, await sealFor(portal, 'x', name)] as const)),
  )
  expect((await marked({ ...many, customerDetails: { fullName: 'x'.repeat(101) } })).json().code).toBe('bad-request')
  expect((await aVisitor(portal).post(SEND, { msisdn: aNumber() })).json().status).toBe('success')
})

test('OTP-2 a wrong code is 2003 with the specification’s sentence, the fifth 2002', async () => {
  const { visitor, refId, code } = await aSentCode()
  const guess = async () => (await visitor.post(VERIFY, { refId, otp: wrongCode(code) })).json()
  for (let tries = 1; tries <= 4; tries += 1) {
    expect(await guess()).toMatchObject({ statusCode: 2003, message: 'Please enter correct OTP' })
  }
  expect(await guess()).toMatchObject({ statusCode: 2002, message: 'Maximum attempts exhausted.', waitSeconds: 600 })
  world.passMinutes(4)
  // OTP-3: the time until another code is also stated when one is requested at once.
  expect((await visitor.post(VERIFY, { refId, otp: code })).json()).toMatchObject({ statusCode: 2002, waitSeconds: 360 })
  expect((await visitor.post(RESEND, { refId })).json()).toMatchObject({ statusCode: 2002, waitSeconds: 360 })
  expect((await visitor.post(VERIFY, { refId, otp: code })).json().statusCode).toBe(2002)
})

test('OTP-3 a code requested too soon states the seconds, and is not the limit', async () => {
  const { visitor, refId } = await aSentCode()
  world.passMinutes(0.3)
  const answer = await visitor.post(RESEND, { refId })
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('42')
  expect(answer.json()).toMatchObject({ statusCode: 4294, waitSeconds: 42, message: 'A code is on its way to this number already.' })
})

test('OTP-2 OTP-3 the limit is 502 in the body, never as HTTP status (S3), and states the time until the next code', async () => {
  const { visitor, refId } = await aSentCode()
  for (let resends = 0; resends < 2; resends += 1) {
    world.passMinutes(2)
    expect((await visitor.post(RESEND, { refId })).statusCode).toBe(200)
  }
  world.passMinutes(2)
  const answer = await visitor.post(RESEND, { refId })
  expect(answer.statusCode).toBe(429)
  expect(answer.json()).toMatchObject({ statusCode: 502, message: 'max limit exhausted, please try after sometime.', waitSeconds: 240 })
})

test('OTP-3 another purpose, or the code after a used one, is no resend and is sent at once', async () => {
  const { visitor, msisdn, refId, code } = await aSentCode('INVOICE')
  expect((await visitor.post(SEND, { msisdn, purpose: 'PAYMENT' })).json()).toMatchObject({
    status: 'success',
    result: { resendInSeconds: 60 },
  })
  expect((await visitor.post(VERIFY, { refId, otp: code })).json().status).toBe('success')
  const before = sent.length
  expect((await visitor.post(SEND, { msisdn, purpose: 'INVOICE' })).json().status).toBe('success')
  expect(sent).toHaveLength(before + 1)
})

test('OTP-2 an unknown reference, or one of another user, is 4001', async () => {
  const { visitor, refId, code } = await aSentCode()
  for (const payload of [
    { refId: 'A'.repeat(22), otp: code },
    { refId, otp: code, username: '90999999' },
  ])
    expect((await visitor.post(VERIFY, payload)).json().statusCode).toBe(4001)
})

test('abuse 19 OTP-1 a page reopened within a minute gets the same reference and no second SMS', async () => {
  const { visitor, refId, msisdn } = await aSentCode()
  const before = sent.length
  world.passMinutes(0.25)
  const again = await visitor.post(SEND, { msisdn, purpose: 'BALANCE' })
  expect(again.json().result).toEqual({ refId, resendInSeconds: 45, attemptsLeft: 5 })
  expect(sent).toHaveLength(before)
})

test('F34 the code before a resend stays valid until one of them is used', async () => {
  const { visitor, refId, code: first } = await aSentCode()
  world.passMinutes(3)
  await visitor.post(RESEND, { refId })
  const second = codeIn(sent.at(-1))
  expect((await visitor.post(VERIFY, { refId, otp: first })).json().status).toBe('success')
  expect((await visitor.post(VERIFY, { refId, otp: second })).json().statusCode).toBe(2003)
})

test('F35 an SMS centre outage is reported, and uses no attempt and no send', async () => {
  const visitor = aVisitor(portal)
  const msisdn = aNumber()
  world.centre.outcome = 'unavailable'
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await visitor.post(SEND, { msisdn })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().code).toBe('sms-unavailable')
  }
  world.centre.outcome = 'accepted'
  expect((await visitor.post(SEND, { msisdn })).json().result).toMatchObject({ attemptsLeft: 5 })
})

test('OTP-4 an unconfirmed SMS is not reported as sent; its code is valid, and another can be requested at once', async () => {
  const visitor = aVisitor(portal)
  const msisdn = aNumber()
  world.centre.outcome = 'unknown'
  const first = (await visitor.post(SEND, { msisdn, purpose: 'BALANCE' })).json().result
  const code = codeIn(sent.at(-1))
  expect(first).toEqual({ refId: expect.any(String), resendInSeconds: 0, attemptsLeft: 5, isUnconfirmed: true })
  expect((await visitor.post(RESEND, { refId: first.refId })).json().result).toMatchObject({ resendInSeconds: 0, isUnconfirmed: true })
  world.centre.outcome = 'accepted'
  const second = (await visitor.post(SEND, { msisdn, purpose: 'BALANCE' })).json().result
  expect(second).toEqual({ refId: first.refId, resendInSeconds: 60, attemptsLeft: 5 })
  expect((await visitor.post(VERIFY, { refId: first.refId, otp: code })).json().status).toBe('success')
})

test('OTP-4 until the SMS centre answers, a second page does not report the code as sent', async () => {
  const { visitor, msisdn, refId } = await aSentCode()
  await portal.db.updateTable('one_time_code').set({ is_taken: null }).where('challenge_id', '=', refId).execute()
  expect((await visitor.post(SEND, { msisdn, purpose: 'BALANCE' })).json().result).toMatchObject({ refId, isUnconfirmed: true })
})

test('OTP-4 a number that cannot receive a code gets that answer, and uses no code, attempt or wait time', async () => {
  const visitor = aVisitor(portal)
  const msisdn = aNumber()
  world.centre.outcome = 'refused'
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await visitor.post(SEND, { msisdn })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'code-not-receivable',
      message: expect.stringMatching(/^We cannot send an SMS to this number/),
    })
  }
  world.centre.outcome = 'accepted'
  expect((await visitor.post(SEND, { msisdn })).json().result).toMatchObject({ attemptsLeft: 5, resendInSeconds: 60 })
})

test('the SMS fits one part of the GSM alphabet in both languages and warns against giving the code away', async () => {
  for (const language of LANGUAGES) {
    for (const purpose of ['INVOICE', 'BALANCE', 'PAYMENT', 'LEAD']) {
      await portal.call({ method: 'POST', url: SEND, payload: { msisdn: aNumber(), purpose }, headers: { lang: language } })
      const { text = '' } = sent.at(-1) ?? {}
      expect(septetsOf(toGsmText(text))).toBeLessThanOrEqual(160)
      expect(toGsmText(text)).toBe(text)
      expect(text).toMatch(language === 'fr' ? /ne vous le demandera\.\n/ : /will ask you for it\.\n/)
      expect(text).toMatch(new RegExp(`@localhost #${codeIn(sent.at(-1))}$`))
    }
  }
})

test('the plain code is in no response and no row', async () => {
  const visitor = aVisitor(portal)
  const answer = await visitor.post(SEND, { msisdn: aNumber() })
  const code = codeIn(sent.at(-1))
  const { rows } = await portal.database.pool.query(
    'select t::text from one_time_code t union all select c::text from one_time_code_challenge c',
  )
  const hasCode = new RegExp(`(?<![0-9a-f.])${code}(?![0-9a-f])`)
  expect(`${answer.body}${JSON.stringify(answer.headers)}`).not.toContain(code)
  expect(rows.filter((row: { t: string }) => hasCode.test(row.t))).toEqual([])
})

test('a final delivery report is stored once: later ones and copies change nothing', async () => {
  await aSentCode()
  const { reference = '' } = sent.at(-1) ?? {}
  const report = async (type: string) => {
    expect((await portal.app.inject({ url: REPORT_PATH, query: { ref: reference, type } })).statusCode).toBe(204)
    const row = await portal.db.selectFrom('one_time_code').select('report').where('sms_reference', '=', reference).executeTakeFirst()
    return row?.report
  }
  expect([await report('8'), await report('1'), await report('8'), await report('2'), await report('1')]).toEqual([8, 1, 1, 1, 1])
  expect((await portal.app.inject({ url: REPORT_PATH, query: { ref: 'of-a-payment', type: '1' } })).statusCode).toBe(204)
  expect((await portal.app.inject({ url: REPORT_PATH, query: { ref: reference, type: '3' } })).statusCode).toBe(400)
})
