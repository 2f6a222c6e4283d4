import { beforeEach, expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { aVisitor, codeIn, codeSentTo, SEND, VERIFY, type Visitor } from '#tests/support/code-world.ts'
import { ON_PHONE, TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'

const world = await walletWorld()
const { script, begin, push } = world

beforeEach(() => {
  script.start = ON_PHONE
  world.passMinutes(60 * 24)
})

let lastPayer = 93_100_000
const aNumber = () => String((lastPayer += 1))

async function askCode(visitor: Visitor, msisdn: string): Promise<string> {
  return (await visitor.post(SEND, { msisdn, purpose: 'FIND' })).json().result.refId
}

async function prove(visitor: Visitor, msisdn: string): Promise<void> {
  const refId = await askCode(visitor, msisdn)
  await visitor.post(VERIFY, { refId, otp: codeSentTo(world.sent, msisdn) })
}

const listOf = async (visitor: Visitor) => (await visitor.post(`${TRANSACTION}/proven-payments`, {})).json()

/** A purchase of airtime for 90000001, with a payment request to a payer's phone. */
async function aPayment(payer: string): Promise<{ transactionId: string; reference: string }> {
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  await push(visitor, transactionId, payer)
  const read = await world.portal.call({ url: `${API_PREFIX}/transaction/fetch`, query: { txnId: transactionId } })
  return { transactionId, reference: read.json().result.refTransactionId }
}

test('FIND-1 a payment is found by the reference of its receipt in any notation, and a made-up reference finds none', async () => {
  const { transactionId, reference } = await aPayment(aNumber())
  const find = async (text: string) => (await aVisitor(world.portal).post(`${TRANSACTION}/find-reference`, { reference: text })).json()
  expect((await find(reference)).result).toEqual({ transactionId })
  expect((await find(` ${reference.toLowerCase().replace(/(.{4})/g, '$1-')} `)).result).toEqual({ transactionId })
  for (const text of ['', 'G', 'GAAAAAAAAAAAA', "'; drop table pay_order; --", '0'.repeat(60), transactionId])
    expect(await find(text)).toMatchObject({ status: 'failure', code: 'payment-not-found' })
})

test('FIND-1 a proven number lists the payments by it and for it, newest first, and masks the other party', async () => {
  const payer = aNumber()
  const first = await aPayment(payer)
  world.passMinutes(1)
  const second = await aPayment(payer)
  await aPayment(aNumber())
  const visitor = aVisitor(world.portal)
  await prove(visitor, payer)
  const { payments, hasMore } = (await listOf(visitor)).result
  expect(payments.map((each: { details: { transactionId: string } }) => each.details.transactionId)).toEqual([
    second.transactionId,
    first.transactionId,
  ])
  expect(payments[0]).toMatchObject({ isForNumber: false, details: { msisdn: '90 •• •• 01', purchaseToPay: null, payerMobile: null } })
  expect(hasMore).toBe(false)
  expect(JSON.stringify(payments)).not.toMatch(/90000001|amina/)
})

test('FIND-1 the list stays that of the proven number, whatever number the visit types elsewhere', async () => {
  const [payer, other] = [aNumber(), aNumber()]
  const { transactionId } = await aPayment(payer)
  await aPayment(other)
  const visitor = aVisitor(world.portal)
  await prove(visitor, payer)
  await visitor.post(`${API_PREFIX}/visit/v1/prefill`, { type: 'prepaid', msisdn: other })
  expect((await listOf(visitor)).result).toMatchObject({ msisdn: payer, payments: [{ details: { transactionId } }] })
  world.passMinutes(1)
  await prove(visitor, other)
  expect((await listOf(visitor)).result).toMatchObject({ msisdn: other })
})

test('FIND-1 payments older than 90 days are not shown', async () => {
  const payer = aNumber()
  await aPayment(payer)
  world.passMinutes(91 * 24 * 60)
  const visitor = aVisitor(world.portal)
  await prove(visitor, payer)
  expect((await listOf(visitor)).result.payments).toEqual([])
})

test('FIND-2 the payment page shows its number only to visits that proved that number', async () => {
  const { transactionId } = await aPayment(aNumber())
  const numberFor = async (visitor: Visitor) => {
    const headers = { cookie: visitor.cookie() }
    return (await world.portal.call({ url: `${API_PREFIX}/transaction/fetch`, query: { txnId: transactionId }, headers })).json().result
      .msisdn
  }
  const owner = aVisitor(world.portal)
  await prove(owner, '90000001')
  expect(await numberFor(owner)).toBe('90000001')
  const other = aVisitor(world.portal)
  await prove(other, aNumber())
  expect(await numberFor(other)).toBe('90 •• •• 01')
})

test('FIND-5 the list needs a code for this purpose and this number, and is closed on request', async () => {
  const payer = aNumber()
  await aPayment(payer)
  const stranger = aVisitor(world.portal)
  expect(await listOf(stranger)).toMatchObject({ code: 'code-user-unknown' })
  const { refId } = (await stranger.post(SEND, { msisdn: payer, purpose: 'BALANCE' })).json().result
  await stranger.post(VERIFY, { refId, otp: codeSentTo(world.sent, payer) })
  expect(await listOf(stranger)).toMatchObject({ code: 'code-user-unknown' })
  const owner = aVisitor(world.portal)
  await prove(owner, payer)
  expect(await listOf(owner)).toMatchObject({ status: 'success' })
  await owner.post(`${TRANSACTION}/close-proven-payments`, { msisdn: payer })
  expect(await listOf(owner)).toMatchObject({ code: 'code-user-unknown' })
})

test('FIND-5 a number without payments gets the same answer as one with them', async () => {
  const [used, unused] = [aNumber(), aNumber()]
  await aPayment(used)
  const shapes = await Promise.all(
    [used, unused].map(async (msisdn) => {
      const answer = (await aVisitor(world.portal).post(SEND, { msisdn, purpose: 'FIND' })).json()
      return { ...answer, result: { ...answer.result, refId: '' } }
    }),
  )
  expect(shapes[0]).toEqual(shapes[1])
})

test('FIND-5 a number has ten wrong codes a day over all visits and codes; then even the right six digits fail', async () => {
  const msisdn = aNumber()
  let wrong = 0
  let locked: Visitor | null = null
  let refId = ''
  for (let visits = 0; visits < 6 && !locked; visits += 1) {
    const visitor = aVisitor(world.portal)
    refId = await askCode(visitor, msisdn)
    for (let tries = 0; tries < 4 && !locked; tries += 1) {
      const { code } = (await visitor.post(VERIFY, { refId, otp: '000000' })).json()
      if (code === 'code-guesses-spent') locked = visitor
      else wrong += 1
    }
  }
  expect(wrong).toBe(10)
  expect((await locked?.post(VERIFY, { refId, otp: codeIn(world.sent.at(-1)) }))?.json()).toMatchObject({ code: 'code-guesses-spent' })
  world.passMinutes(24 * 60 + 1)
  const owner = aVisitor(world.portal)
  await prove(owner, msisdn)
  expect(await listOf(owner)).toMatchObject({ status: 'success' })
})

test('FIND-5 a guess counts once per code that it could match', async () => {
  const msisdn = aNumber()
  const visitor = aVisitor(world.portal)
  const refId = await askCode(visitor, msisdn)
  world.passMinutes(2)
  await visitor.post(`${API_PREFIX}/otp/v1/resend-otp`, { refId })
  const codes: string[] = []
  for (let tries = 0; tries < 4; tries += 1) codes.push((await visitor.post(VERIFY, { refId, otp: '000000' })).json().code)
  const second = aVisitor(world.portal)
  const secondId = await askCode(second, msisdn)
  for (let tries = 0; tries < 3; tries += 1) codes.push((await second.post(VERIFY, { refId: secondId, otp: '000000' })).json().code)
  // Four guesses at two codes each, then two guesses at one code, make ten.
  expect(codes).toEqual([...Array.from({ length: 6 }, () => 'wrong-code'), 'code-guesses-spent'])
})

test('FIND-5 of a hundred parallel guesses at most ten count', async () => {
  const msisdn = aNumber()
  const visitors = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const visitor = aVisitor(world.portal)
      return { visitor, refId: await askCode(visitor, msisdn) }
    }),
  )
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const { visitor, refId } = visitors[index % visitors.length] ?? { visitor: aVisitor(world.portal), refId: '' }
      return refId ? (await visitor.post(VERIFY, { refId, otp: '000000' })).json().code : 'unsent'
    }),
  )
  const { rows } = await world.portal.database.pool.query('select sum(weight)::int as spent from code_guess where msisdn = $1', [msisdn])
  expect(rows[0].spent).toBeLessThanOrEqual(10)
  expect(answers).not.toContain(undefined)
})

/** Types wrong codes for a number until its guesses are used up, and ten more. */
async function spoil(msisdn: string, otp = '000000'): Promise<string[]> {
  const codes: string[] = []
  for (let visits = 0; visits < 4; visits += 1) {
    const stranger = aVisitor(world.portal)
    const refId = await askCode(stranger, msisdn)
    for (let tries = 0; tries < 5; tries += 1) codes.push((await stranger.post(VERIFY, { refId, otp })).json().code)
  }
  return codes
}
const longCodeTo = (msisdn: string) =>
  /[0-9]{4} [0-9]{4} [0-9]{4}/.exec(world.sent.findLast(({ to }) => to === msisdn)?.text ?? '')?.[0].replaceAll(' ', '') ?? 'none'

test('abuse 93 despite any number of wrong codes by others, the owner gets in within minutes by a code of twelve digits', async () => {
  const msisdn = aNumber()
  const { transactionId } = await aPayment(msisdn)
  const spoilt = await spoil(msisdn)
  expect(spoilt.filter((code) => code !== 'code-guesses-spent')).toHaveLength(10)
  expect(spoilt.at(-1)).toBe('code-guesses-spent')
  world.passMinutes(10)
  const owner = aVisitor(world.portal)
  const asked = (await owner.post(SEND, { msisdn, purpose: 'FIND' })).json().result
  expect(asked).toMatchObject({ isLong: true })
  const otp = longCodeTo(msisdn)
  expect(otp).toMatch(/^[0-9]{12}$/)
  // Neither half of the code nor guesses by others use up the owner's attempts.
  expect((await owner.post(VERIFY, { refId: asked.refId, otp: otp.slice(0, 6) })).json()).toMatchObject({ code: 'code-guesses-spent' })
  await spoil(msisdn, '0'.repeat(12))
  expect((await owner.post(VERIFY, { refId: asked.refId, otp })).json()).toMatchObject({ status: 'success' })
  const { payments } = (await listOf(owner)).result
  expect(payments).toMatchObject([{ details: { transactionId } }])
})

test('abuse 93 an owner whose six digits became useless requests a new code and gets twelve digits', async () => {
  const msisdn = aNumber()
  const owner = aVisitor(world.portal)
  const refId = await askCode(owner, msisdn)
  const short = codeSentTo(world.sent, msisdn)
  await spoil(msisdn)
  const refused = (await owner.post(VERIFY, { refId, otp: short })).json()
  expect(refused).toMatchObject({ code: 'code-guesses-spent', message: expect.stringContaining('12 digits') })
  world.passMinutes(11)
  expect((await owner.post(`${API_PREFIX}/otp/v1/resend-otp`, { refId })).json().result).toMatchObject({ isLong: true })
  expect((await owner.post(VERIFY, { refId, otp: longCodeTo(msisdn) })).json()).toMatchObject({ status: 'success' })
})

test('abuse 93 FIND-5 a guess at twelve digits counts for its visit, not for the number; other purposes have six digits', async () => {
  const msisdn = aNumber()
  const wrong = await spoil(msisdn, '1'.repeat(12))
  expect(new Set(wrong)).toEqual(new Set(['wrong-code', 'code-attempts-spent']))
  const { rows } = await world.portal.database.pool.query('select count(*)::int as guesses from code_guess where msisdn = $1', [msisdn])
  expect(rows).toEqual([{ guesses: 0 }])
  world.passMinutes(11)
  await spoil(msisdn)
  world.passMinutes(11)
  const visitor = aVisitor(world.portal)
  expect((await visitor.post(SEND, { msisdn, purpose: 'BALANCE' })).json().result).not.toHaveProperty('isLong')
  expect(codeSentTo(world.sent, msisdn)).toMatch(/^[0-9]{6}$/)
})
