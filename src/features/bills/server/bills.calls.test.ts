import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { findFakeAccount } from '#tests/support/fake-accounts.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

const operator = fakeOperator()
const sent: string[] = []
let now = new Date('2026-11-15T10:00:00Z')
const portal = await testPortal({
  operator,
  clock: { now: () => now },
  sms: {
    send({ text }) {
      sent.push(text)
      return Promise.resolve({ kind: 'accepted' })
    },
  },
})

let visitor = 0
/** Each query comes from a new visitor, so that tests do not share rate limits. */
const post = (path: string, payload: object, cookie = `sid=${String((visitor += 1)).padStart(43, 'v')}`) =>
  portal.call({ method: 'POST', url: `${API_PREFIX}/${path}`, payload, headers: { cookie } })

const FIXED = 'subscriber/v1/fixed-internet'
const amina = { accountNo: 'P1234567890', contactPersonEmailId: 'amina@example.ne' }

test('API-2 FIX-1 account and e-mail open the invoices in the specification’s shape, overdue ones flagged', async () => {
  const answer = await post(`${FIXED}/lookup`, amina)
  expect(answer.json().result.response).toEqual({
    invoices: [
      {
        accountNo: 'P1234567890',
        invoiceNo: 'FI-1',
        billingStartDate: '2026-09-01',
        billingEndDate: '2026-09-30',
        dueDate: '2026-10-20',
        currency: 'XOF',
        outstandingAmount: 25_000,
        payableAmount: 25_000,
        invoiceStatus: 'overdue',
      },
      expect.objectContaining({ invoiceNo: 'FI-2', invoiceStatus: 'partial', outstandingAmount: 10_000.5, payableAmount: 10_001 }),
    ],
    lineNumber: '',
    contactPersonMsisdn: '90 •• •• 01',
  })
})

test('FIX-1 an account without open invoices answers an empty list', async () => {
  const answer = await post(`${FIXED}/lookup`, { accountNo: 'P0000000000', contactPersonEmailId: 'vide@example.ne' })
  expect(answer.json().result.response.invoices).toEqual([])
})

test('S9 a wrong e-mail and an unknown account get the same answer after the same number of operator calls', async () => {
  for (const path of [`${FIXED}/validate`, `${FIXED}/lookup`]) {
    const answers = []
    for (const pair of [
      { ...amina, contactPersonEmailId: 'other@example.ne' },
      { ...amina, accountNo: 'P9999999999' },
    ]) {
      const before = operator.asked()
      const answer = await post(path, pair)
      const { requestId: _, ...body } = answer.json()
      answers.push({ status: answer.statusCode, body, asked: operator.asked() - before, cookies: answer.cookies })
    }
    expect(answers[0]).toMatchObject({ status: 422, body: { code: 'account-not-recognised' }, cookies: [] })
    expect(answers[1]).toEqual(answers[0])
  }
})

test('S9 the time of a refusal does not distinguish a slow existing account from a fast unknown one', async () => {
  const slow = fakeOperator()
  slow.findAccount = async (accountNo) => {
    const found = findFakeAccount(accountNo)
    await new Promise((resolve) => setTimeout(resolve, found.ok ? 250 : 5))
    return found
  }
  const other = await testPortal({ operator: slow })
  const timeOf = async (payload: object) => {
    const startedAt = performance.now()
    await other.call({ method: 'POST', url: `${API_PREFIX}/${FIXED}/validate`, payload })
    return performance.now() - startedAt
  }
  const wrong = { ...amina, contactPersonEmailId: 'other@example.ne' }
  const unknown = { ...amina, accountNo: 'P9999999999' }
  await timeOf(wrong)
  const times = [await timeOf(wrong), await timeOf(unknown)]
  for (const time of times) expect(time).toBeGreaterThanOrEqual(395)
  expect(Math.abs((times[0] ?? 0) - (times[1] ?? 0))).toBeLessThan(150)
})

test('FIX-1 the visit stores a correct pair, and other visits cannot read it', async () => {
  const pairOf = async (cookie: string) => (await portal.call({ url: `${API_PREFIX}/${FIXED}/pair`, headers: { cookie } })).json().result
  const cookie = cookiesOf(await post(`${FIXED}/validate`, amina))
  expect(await pairOf(cookie)).toEqual(amina)
  expect(await pairOf('')).toBeNull()
})

test.for([
  { ...amina, accountNo: 'P123' },
  { ...amina, accountNo: "P123456789'" },
  { ...amina, contactPersonEmailId: 'a@b.co\r\nBcc: x@y.zz' },
  { ...amina, more: 1 },
])('abuse 6 %j is refused before any operator call', async (pair) => {
  const before = operator.asked()
  expect((await post(`${FIXED}/lookup`, pair)).json()).toMatchObject({ code: 'bad-request' })
  expect(operator.asked()).toBe(before)
})

test('abuse 34 a sweep over accounts by one visitor is stopped', async () => {
  const cookie = cookiesOf(await post('subscriber/validate', { msisdn: '90000001' }, ''))
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, last) =>
      post(`${FIXED}/validate`, { ...amina, accountNo: `P88888888${String(last).padStart(2, '0')}` }, cookie),
    ),
  )
  expect(answers.filter((answer) => answer.statusCode === 429).length).toBeGreaterThanOrEqual(9)
})

test('abuse 35 guessing the e-mail of one account from many visits is stopped', async () => {
  const guesses = Array.from({ length: 30 }, (_, guess) =>
    post(`${FIXED}/validate`, { accountNo: 'P0000000000', contactPersonEmailId: `guess${guess}@example.ne` }),
  )
  expect((await Promise.all(guesses)).filter((answer) => answer.statusCode === 429).length).toBeGreaterThanOrEqual(9)
})

const byAccount = (msisdn: string, accountNo: string) => post('subscriber/validate/msisdn-account', { msisdn, accountNo })

test('POST-3 number and account that belong together return the outstanding amount, rounded up to pay', async () => {
  expect((await byAccount('90000003', '1000000003')).json().result).toEqual({ totalOutstanding: 12_450.5, payableAmount: 12_451 })
  expect((await byAccount('90000007', '1000000007')).json().result).toEqual({ totalOutstanding: 0, payableAmount: null })
})

test('S9 another person’s account and an account that does not exist get the same answer', async () => {
  const bodies = []
  for (const [msisdn, account] of [
    ['90000003', '1000000004'],
    ['90000003', '1234567890'],
    ['90000001', '1000000003'],
  ] as const) {
    const { requestId: _, ...body } = (await byAccount(msisdn, account)).json()
    bodies.push(body)
  }
  expect(bodies[0]).toMatchObject({ code: 'account-not-recognised' })
  expect(bodies[1]).toEqual(bodies[0])
  expect(bodies[2]).toEqual(bodies[0])
})

test('POST-5 GEN-10 ERR-1 codes 60119 and 60005 are explained in the visitor’s language, never in the operator’s words', async () => {
  const said = async (accountNo: string, lang: string) => {
    const payload = { msisdn: '90000003', accountNo }
    const answer = await portal.call({
      method: 'POST',
      url: `${API_PREFIX}/subscriber/validate/msisdn-account`,
      payload,
      headers: { lang },
    })
    return answer.json()
  }
  expect(await said('1000000099', 'fr')).toMatchObject({ statusCode: 60119, message: expect.stringMatching(/^Ce compte est fermé/) })
  expect(await said('1000000099', 'en')).toMatchObject({ statusCode: 60119, message: expect.stringMatching(/^This account is closed/) })
  expect(await said('1000000098', 'en')).toMatchObject({
    statusCode: 60005,
    message: expect.stringMatching(/^This account cannot be paid/),
  })
})

test('ERR-1 an operator that does not answer is reported as such, never as a wrong account', async () => {
  operator.failNext('unavailable')
  expect((await post(`${FIXED}/validate`, amina)).json()).toMatchObject({ code: 'operator-unavailable' })
})

test('POST-2 API-2 a verified code opens the bill of its line once, for its own visit and number only', async () => {
  const asked = await post('optimus/otp/send', { text: '90000003', otpAction: 'INVOICE' }, '')
  let cookie = cookiesOf(asked)
  const { otpId } = asked.json().result
  const bill = (path: string, msisdn: string, by = cookie) => post(path, { msisdn, otpId }, by)
  expect((await bill('subscriber/v1/bill', '90000003')).json()).toMatchObject({ code: 'code-user-unknown' })
  const otp = /\b[0-9]{6}\b/.exec(sent.at(-1) ?? '')?.[0]
  const verified = await post('optimus/otp/verify', { otpId, otp }, cookie)
  expect(verified.statusCode).toBe(200)
  expect((await bill('subscriber/v1/bill', '90000003')).json()).toMatchObject({ code: 'code-user-unknown' })
  cookie = cookiesOf(verified)
  for (const answer of [await bill('subscriber/v1/bill', '90000004'), await bill('subscriber/v1/bill', '90000003', '')])
    expect(answer.json()).toMatchObject({ code: 'code-user-unknown' })
  operator.failNext('unavailable')
  expect((await bill('subscriber/v1/bill', '90000003')).json()).toMatchObject({ code: 'operator-unavailable' })
  expect((await bill('subscriber/getopeninvoice', '90000003')).json().result).toEqual({ totalOutstanding: 12_450.5, payableAmount: 12_451 })
  expect((await bill('subscriber/v1/bill', '90000003')).json()).toMatchObject({ code: 'code-user-unknown' })
})

test('FIX-1 ERASE-1 a proven pair is shown for ten minutes and not to the cookie from before a proof; the purchase chosen from it goes on', async () => {
  const cookie = cookiesOf(await post(`${FIXED}/validate`, amina))
  const pairOf = async (held: string) =>
    (await portal.call({ url: `${API_PREFIX}/${FIXED}/pair`, headers: { cookie: held } })).json().result
  const invoice = { kind: 'invoice', accountNo: amina.accountNo, email: amina.contactPersonEmailId, invoiceNo: 'FI-1' }
  const chosen = await post('transaction/v1/purchase', { ...invoice, redirectPage: '/orp/fixed-internet' }, cookie)
  const { purchaseId } = chosen.json().result
  const began = now
  now = new Date(began.getTime() + 9.9 * 60_000)
  expect(await pairOf(cookie)).toEqual(amina)
  const refId = (await post('otp/v1/send-otp', { msisdn: '90000001', purpose: 'FIND' }, cookie)).json().result.refId
  const otp = /[0-9]{6}/.exec(sent.at(-1) ?? '')?.[0]
  const proven = cookiesOf(await post('otp/v1/verify-otp', { refId, otp }, cookie))
  expect([await pairOf(cookie), await pairOf(proven)]).toEqual([null, amina])
  now = new Date(began.getTime() + 10 * 60_000)
  expect(await pairOf(proven)).toBeNull()
  const purchase = await portal.call({ url: `${API_PREFIX}/transaction/v1/purchase`, query: { purchaseId }, headers: { cookie: proven } })
  expect(purchase.json().result.queryData.invoiceDetail).toMatchObject({ invoiceNo: 'FI-1' })
  now = began
})
