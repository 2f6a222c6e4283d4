import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { aBundle, fakeOperator } from '#tests/support/fake-operator.ts'
import { aVisitor, codeIn, codeWorld, SEND, VERIFY, type Visitor } from '#tests/support/code-world.ts'
import type { CodePurpose } from '#features/one-time-code/contract.ts'

const BALANCE = `${API_PREFIX}/subscriber/v4/query-balance`
const PROVEN = `${API_PREFIX}/subscriber/v1/proven-balance`
const operator = fakeOperator()
const world = await codeWorld({ operator })
let lastNumber = 0
const aNumber = () => `9100${String((lastNumber += 1)).padStart(4, '0')}`

/** A visitor who has proven a number. */
async function aProof(purpose: CodePurpose = 'BALANCE', msisdn = aNumber()) {
  const visitor = aVisitor(world.portal)
  const { refId } = (await visitor.post(SEND, { msisdn, purpose })).json().result
  const { uniqueCode } = (await visitor.post(VERIFY, { refId, otp: codeIn(world.sent.at(-1)) })).json().result
  return { visitor, msisdn, refId, uniqueCode }
}

const ask = async (visitor: Visitor, body: object) => (await visitor.post(BALANCE, body)).json()

test('API-2 BB-2 a proven number shows airtime and bundles in the specification’s fields', async () => {
  const { visitor, msisdn, uniqueCode } = await aProof()
  const answer = await visitor.post(BALANCE, { msisdn, uniqueCode })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json().result.queryBalanceResult).toEqual([
    {
      serviceType: 'AIRTIME',
      balanceId: 'A',
      balanceDescription: 'Crédit d’appel',
      balance: 500,
      unitType: 'XOF',
      balanceType: 'limited',
      expireTime: null,
      initialBalance: null,
    },
    {
      serviceType: 'DATA',
      balanceId: 'B',
      balanceDescription: 'Mois 20 Go',
      balance: 500,
      unitType: 'MB',
      balanceType: 'limited',
      expireTime: '2026-12-03T22:59:59.000Z',
      initialBalance: 20_000,
    },
    {
      serviceType: 'DATA',
      balanceId: 'C',
      balanceDescription: 'Nuits illimitées',
      balance: null,
      unitType: '',
      balanceType: 'unlimited',
      expireTime: null,
      initialBalance: null,
    },
  ])
})

test('API-2 one kind of balance can be asked for alone', async () => {
  const { visitor, msisdn, uniqueCode } = await aProof()
  const { result } = await ask(visitor, { msisdn, uniqueCode, serviceType: 'AIRTIME' })
  expect(result.queryBalanceResult).toHaveLength(1)
})

test('API-2 send-otp-hbb begins the same proof and names the recipient masked', async () => {
  const visitor = aVisitor(world.portal)
  const msisdn = aNumber()
  const sent = (await visitor.post(`${API_PREFIX}/subscriber/v1/send-otp-hbb`, { msisdn, requestType: 'BALANCE' })).json().result
  expect(sent).toMatchObject({ otpRecipient: expect.stringMatching(/^91 •• •• [0-9]{2}$/), attemptsLeft: 5 })
  const { uniqueCode } = (await visitor.post(VERIFY, { refId: sent.txnRefId, otp: codeIn(world.sent.at(-1)) })).json().result
  expect((await ask(visitor, { msisdn, uniqueCode })).status).toBe('success')
})

test('a balance is refused for another number, visit or purpose, or an invented code', async () => {
  const { visitor, msisdn, uniqueCode } = await aProof()
  const bill = await aProof('INVOICE')
  const asked = operator.asked()
  expect((await ask(visitor, { msisdn: aNumber(), uniqueCode })).statusCode).toBe(4001)
  expect((await ask(bill.visitor, { msisdn, uniqueCode })).statusCode).toBe(4001)
  expect((await ask(aVisitor(world.portal), { msisdn, uniqueCode })).statusCode).toBe(4001)
  expect((await ask(bill.visitor, { msisdn: bill.msisdn, uniqueCode: bill.uniqueCode })).statusCode).toBe(4001)
  expect((await ask(visitor, { msisdn, uniqueCode: 'A'.repeat(22) })).statusCode).toBe(4001)
  expect(operator.asked()).toBe(asked)
})

test('AIR-1 a number proven for paying may show its airtime, and the proof stays valid for the payment', async () => {
  const { visitor, msisdn, uniqueCode } = await aProof('PAYMENT')
  for (let times = 0; times < 2; times += 1) expect((await ask(visitor, { msisdn, uniqueCode })).status).toBe('success')
})

test('an operator that does not answer leaves the proof valid; it expires after ten minutes', async () => {
  const { visitor, msisdn, uniqueCode } = await aProof()
  operator.failNext('unavailable')
  expect((await ask(visitor, { msisdn, uniqueCode })).statusCode).toBe(5031)
  expect((await ask(visitor, { msisdn, uniqueCode })).status).toBe('success')
  world.passMinutes(10)
  expect((await ask(visitor, { msisdn, uniqueCode })).statusCode).toBe(4001)
})

test('BB-2 a page reads the balance by its visit’s proof, for ten minutes, and holds no proof itself', async () => {
  const { visitor, msisdn } = await aProof()
  for (let times = 0; times < 2; times += 1) expect((await visitor.post(PROVEN, { msisdn })).json().status).toBe('success')
  world.passMinutes(10)
  expect((await visitor.post(PROVEN, { msisdn })).json().statusCode).toBe(4001)
})

test('BB-2 a visit’s proof is not valid for its previous cookie, another number, visit or purpose', async () => {
  const caller = aVisitor(world.portal)
  const msisdn = aNumber()
  const { refId } = (await caller.post(SEND, { msisdn, purpose: 'BALANCE' })).json().result
  const former = caller.cookie()
  await caller.post(VERIFY, { refId, otp: codeIn(world.sent.at(-1)) })
  const payer = await aProof('PAYMENT')
  const asked = operator.asked()
  const stolen = await world.portal.call({ method: 'POST', url: PROVEN, payload: { msisdn }, headers: { cookie: former } })
  expect(stolen.json().statusCode).toBe(4001)
  expect((await caller.post(PROVEN, { msisdn: aNumber() })).json().statusCode).toBe(4001)
  expect((await aVisitor(world.portal).post(PROVEN, { msisdn })).json().statusCode).toBe(4001)
  expect((await payer.visitor.post(PROVEN, { msisdn: payer.msisdn })).json().statusCode).toBe(4001)
  expect(operator.asked()).toBe(asked)
  expect((await caller.post(PROVEN, { msisdn })).json().status).toBe('success')
})

test.for([
  { msisdn: '9', uniqueCode: 'A'.repeat(22) },
  { msisdn: '٩٠٠٠٠٠٠١', uniqueCode: 'A'.repeat(22) },
  { msisdn: '90000001', uniqueCode: ['A'.repeat(22)] },
  { msisdn: '90000001', uniqueCode: 'A'.repeat(23) },
  { msisdn: 90000001, uniqueCode: 'A'.repeat(22) },
  { msisdn: '90000001', uniqueCode: 'A'.repeat(22), serviceType: 'VOICE\u0000' },
  { msisdn: '90000001' },
])('%j is a bad request', async (body) => {
  expect((await aVisitor(world.portal).post(BALANCE, body)).json().statusCode).toBe(400)
})

const OFFER = `${API_PREFIX}/visit/v1/line-offer`

async function running(visitor: Visitor, msisdn: string): Promise<unknown[]> {
  const { result } = (await visitor.post(OFFER, { msisdn, page: '/data-bundle', isTyped: false })).json()
  expect(result.bundles).not.toEqual([])
  return result.running ?? []
}

/** A proven line whose type and bundles are cached: further operator calls are for balances. */
async function aKnownLine() {
  const proof = await aProof()
  await running(aVisitor(world.portal), proof.msisdn)
  return proof
}

test('running bundles are shown to a visit that has proven the line, by the kind of bundle', async () => {
  for (const purpose of ['BALANCE', 'PAYMENT'] as const) {
    const { visitor, msisdn } = await aProof(purpose)
    expect(await running(visitor, msisdn)).toEqual([
      { categories: ['data', 'internet'], words: 'Still running on this line: 500\u00a0MB, until 3 Dec 2026.' },
      { categories: ['data', 'internet'], words: 'Still running on this line: Unlimited data.' },
    ])
  }
})

test('running bundles are not shown without proof of the line, and the operator is not called', async () => {
  const { msisdn } = await aKnownLine()
  const asked = operator.asked()
  const { visitor } = await aProof('BALANCE')
  expect(await running(visitor, msisdn)).toEqual([])
  expect(await running(aVisitor(world.portal), msisdn)).toEqual([])
  expect(operator.asked() - asked).toBe(1) // the number that was proven besides
})

test('without an answer of the operator no running bundles are shown', async () => {
  const { visitor, msisdn } = await aKnownLine()
  operator.failNext('unavailable')
  expect(await running(visitor, msisdn)).toEqual([])
})

test('used-up and expired bundles are not running', async () => {
  const { visitor, msisdn } = await aProof()
  const { balances } = operator
  const used = { value: 0, unit: 'MB' }
  const lastYear = new Date('2025-01-01T00:00:00Z')
  operator.balances = balances.flatMap((balance) => [
    { ...balance, remaining: used },
    { ...balance, expiresAt: lastYear },
  ])
  try {
    expect(await running(visitor, msisdn)).toEqual([])
  } finally {
    operator.balances = balances
  }
})

test('GEN-10 BB-2 a bundle of the catalogue has its name in the visitor’s language, another one the operator’s', async () => {
  const english = { name: 'Month 20 GB', description: '' }
  operator.bundles = [aBundle({ productCode: 'M20', name: 'Mois 20 Go', english })]
  const known = operator.balances
  operator.balances = known.map((each) => ({ ...each, productCode: each.id === 'B' ? 'M20' : 'GONE' }))
  const { visitor, msisdn, uniqueCode } = await aProof()
  world.passMinutes(2)
  // The catalogue is read meanwhile: a name never waits for the operator.
  await expect
    .poll(async () => (await ask(visitor, { msisdn, uniqueCode, serviceType: 'DATA' })).result?.queryBalanceResult ?? 'nothing', {
      interval: 500,
    })
    .toMatchObject([{ balanceDescription: 'Month 20 GB' }, { balanceDescription: 'Nuits illimitées' }])
  operator.balances = known
})
