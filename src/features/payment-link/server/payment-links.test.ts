import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { fromMajor } from '#shared/money.ts'
import { aVisitor, codeSentTo, codeWorld, SEND, VERIFY, type Visitor } from '#tests/support/code-world.ts'
import { aBundle, fakeOperator } from '#tests/support/fake-operator.ts'
import { CONNECTORS } from '#tests/support/sample-webhooks.ts'

const TRANSACTION = `${API_PREFIX}/transaction/v1`
const operator = fakeOperator()
const payers: (string | null)[] = []
const connectors = new Map(
  [...CONNECTORS].map(([id, connector]) => [
    id,
    {
      ...connector,
      async start(_context: unknown, { ref, payer }: { ref: string; payer: { msisdn: string | null } }) {
        payers.push(payer.msisdn)
        return { kind: 'accepted', providerRef: `T-${ref}`, action: { type: 'redirect', url: 'https://pay.example/' } } as const
      },
      query: async () => ({ state: 'pending' }) as const,
    },
  ]),
)
const world = await codeWorld({ operator, connectors })
const { portal } = world

beforeEach(() => {
  operator.bundles = [aBundle()]
  world.passMinutes(10)
})

const AIRTIME = { kind: 'airtime', msisdn: '90000001', amount: 500 }

async function make(asked: object = AIRTIME, visitor = aVisitor(portal)): Promise<string> {
  return (await visitor.post(`${TRANSACTION}/link`, asked)).json().result.link
}

const read = async (link: string, visitor = aVisitor(portal), drawsCode = false) =>
  (await visitor.post(`${TRANSACTION}/read-link`, { link, drawsCode })).json()
const take = async (link: string, amount: number, visitor = aVisitor(portal)) =>
  (await visitor.post(`${TRANSACTION}/take-link`, { link, amount })).json()

/** Starts a card payment for a link. */
async function payByCard(link: string, visitor: Visitor, amount = 500): Promise<string> {
  const { purchaseId } = (await take(link, amount, visitor)).result
  const begun = await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount, emailId: 'amina@example.ne' })
  const { transactionId } = begun.json().result
  await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'paystack' })
  return transactionId
}

/** The link with one letter changed. */
const guessAt = (link: string, place: number) => link.slice(0, place) + (link[place] === 'b' ? 'c' : 'b') + link.slice(place + 1)

const settle = (transactionId: string, fulfilment: 'DONE' | 'REFUSED') =>
  sql`update pay_order set paid_at = now(), fulfilment = ${fulfilment} where id = ${transactionId}`.execute(portal.db)

test.for([
  [AIRTIME, { kind: 'airtime', number: '90 •• •• 01', amount: 500, description: '' }],
  [
    { kind: 'bundle', msisdn: '90000001', productCode: 'DATA_1GB_7D' },
    { kind: 'bundle', amount: 1000, description: 'Semaine 1 Go' },
  ],
  [
    { kind: 'postpaid-bill', msisdn: '90000003', amount: 5000 },
    { kind: 'postpaid-bill', number: '90 •• •• 03', amount: 5000 },
  ],
] as const)('LINK-1 LINK-2 any holder of a link reads its content, with the number masked: %j', async ([asked, shown]) => {
  const link = await make(asked)
  expect(link).toMatch(/^[b-df-hj-np-tv-xz]{24}$/)
  const answer = await read(link, undefined, true)
  expect(answer.result).toMatchObject({ state: 'open', asked: shown, address: `http://localhost:3000/r/${link}` })
  expect(answer.result.code.size).toBeGreaterThan(20)
  expect(Date.parse(answer.result.asked.endsAt) - Date.now()).toBeGreaterThan(6 * 86_400_000)
  expect(JSON.stringify(answer)).not.toContain(asked.msisdn)
})

test.for([
  [{ kind: 'airtime', msisdn: '90000001', amount: 1 }, 'amount-out-of-limits'],
  [{ kind: 'airtime', msisdn: '90000001', amount: 999_999_999 }, 'amount-out-of-limits'],
  [{ kind: 'airtime', msisdn: '90000003', amount: 500 }, 'line-does-not-fit'],
  [{ kind: 'airtime', msisdn: '20000001', amount: 500 }, 'line-does-not-fit'],
  [{ kind: 'postpaid-bill', msisdn: '90000001', amount: 5000 }, 'line-does-not-fit'],
  [{ kind: 'bundle', msisdn: '90000001', productCode: 'NOTHING' }, 'bundle-not-sold'],
  [{ kind: 'bundle', msisdn: '90000005', productCode: 'DATA_1GB_7D' }, 'bundle-not-sold'],
  [{ kind: 'bundle', msisdn: '90000001', amount: 500 }, 'bad-request'],
  [{ kind: 'airtime', msisdn: '90000001', productCode: 'DATA_1GB_7D' }, 'bad-request'],
  [{ ...AIRTIME, amount: -500 }, 'bad-request'],
  [{ ...AIRTIME, amount: 0.5 }, 'bad-request'],
  [{ ...AIRTIME, words: 'urgent, send your PIN' }, 'bad-request'],
] as const)('LINK-1 a link cannot contain what cannot be bought: %j', async ([asked, code]) => {
  expect((await aVisitor(portal).post(`${TRANSACTION}/link`, asked)).json()).toMatchObject({ status: 'failure', code })
})

test('LINK-2 the payer never sees the number: not in purchase, pending payment, draft, payment or receipt', async () => {
  const link = await make()
  const visitor = aVisitor(portal)
  const transactionId = await payByCard(link, visitor)
  const headers = { cookie: visitor.cookie() }
  const { purchaseId } = (await take(link, 500, visitor)).result
  const seen = await Promise.all(
    [
      `${TRANSACTION}/purchase?purchaseId=${purchaseId}`,
      `${TRANSACTION}/pending`,
      `${API_PREFIX}/visit/v1/draft`,
      `${API_PREFIX}/transaction/fetch?txnId=${transactionId}`,
    ].map(async (url) => (await portal.call({ url, headers })).body),
  )
  expect(seen.join('\n')).not.toContain('90000001')
  expect(seen[0]).toContain('90 •• •• 01')
  expect(seen[3]).toContain('90 •• •• 01')
})

test('LINK-2 the credit goes to the number of the link, and no gateway receives it as the payer’s number', async () => {
  payers.length = 0
  const transactionId = await payByCard(await make(), aVisitor(portal))
  const order = await portal.db.selectFrom('pay_order').select('delivery').where('id', '=', transactionId).executeTakeFirstOrThrow()
  expect(order.delivery).toMatchObject({ kind: 'airtime', msisdn: '90000001' })
  expect(payers).toEqual([null])
})

test('LINK-2 a visit that proves the number sees it on the payment', async () => {
  const transactionId = await payByCard(await make(), aVisitor(portal))
  const owner = aVisitor(portal)
  const { refId } = (await owner.post(SEND, { msisdn: '90000001', purpose: 'FIND' })).json().result
  await owner.post(VERIFY, { refId, otp: codeSentTo(world.sent, '90000001') })
  const headers = { cookie: owner.cookie() }
  const url = `${API_PREFIX}/transaction/fetch?txnId=${transactionId}`
  expect((await portal.call({ url, headers })).json().result.msisdn).toBe('90000001')
})

test('LINK-2 a changed price is shown, and needs the payer’s agreement', async () => {
  const link = await make({ kind: 'bundle', msisdn: '90000001', productCode: 'DATA_1GB_7D' })
  operator.bundles = [aBundle({ price: fromMajor(1200) })]
  world.passMinutes(5)
  await read(link)
  expect((await read(link)).result.asked).toMatchObject({ amount: 1200, askedAmount: 1000 })
  expect((await take(link, 1000)).result).toEqual({ state: 'price-changed', purchaseId: null })
  const taken = (await take(link, 1200)).result
  expect(taken).toMatchObject({ state: 'open' })
  expect(taken.purchaseId).toMatch(/^[A-Za-z0-9_-]{22}$/)
})

test('LINK-3 a withdrawn bundle, a closed line and changed limits each have their own state', async () => {
  const bundle = await make({ kind: 'bundle', msisdn: '90000001', productCode: 'DATA_1GB_7D' })
  const airtime = await make({ ...AIRTIME, msisdn: '90000088' })
  operator.bundles = [aBundle({ productCode: 'OTHER' })]
  world.passMinutes(5)
  await read(bundle)
  expect((await read(bundle)).result).toMatchObject({ state: 'bundle-withdrawn', asked: null })
  expect((await take(bundle, 1000)).result).toMatchObject({ state: 'bundle-withdrawn' })
  const { findLine } = operator
  operator.findLine = async () => ({ ok: false, fault: { kind: 'not-found' } })
  expect((await take(airtime, 500)).result).toMatchObject({ state: 'line-closed' })
  operator.findLine = findLine
  const absurd = await make({ ...AIRTIME, msisdn: '90000089' })
  await sql`update payment_link set amount_minor = 900000000, price_minor = 900000000 where id = ${absurd.slice(0, 14)}`.execute(portal.db)
  expect((await take(absurd, 900_000_000)).result).toMatchObject({ state: 'amount-refused' })
})

test('LINK-3 a link ends exactly at its time, and after its removal', async () => {
  const link = await make()
  world.passMinutes(7 * 24 * 60 - 1)
  expect((await read(link)).result.state).toBe('open')
  world.passMinutes(1)
  expect((await read(link)).result).toMatchObject({ state: 'ended', asked: null, code: null })
  expect((await take(link, 500)).result).toMatchObject({ state: 'ended', purchaseId: null })
  await portal.db.deleteFrom('payment_link').where('id', '=', link.slice(0, 14)).execute()
  expect((await read(link)).result.state).toBe('ended')
  // A clock set back reopens the link and has no other effect.
  const later = await make()
  world.passMinutes(-60 * 24 * 365)
  expect((await read(later)).result.state).toBe('open')
  world.passMinutes(60 * 24 * 365)
})

test('LINK-3 a paid link says so and begins no purchase; returned money makes it payable again', async () => {
  const link = await make()
  const transactionId = await payByCard(link, aVisitor(portal))
  expect((await read(link)).result).toMatchObject({ state: 'open', asked: { isBeingPaid: true } })
  await settle(transactionId, 'DONE')
  expect((await read(link)).result.state).toBe('paid')
  expect((await take(link, 500)).result).toEqual({ state: 'paid', purchaseId: null })
  await settle(transactionId, 'REFUSED')
  expect((await read(link)).result.state).toBe('open')
})

test('LINK-4 a link with any changed letter, a cut one, or one of another portal is refused', async () => {
  const link = await make()
  const elsewhere = await codeWorld({ env: { GUICHET_SECRET: 'another portal, another secret, 32 and more' } })
  const foreign = (await aVisitor(elsewhere.portal).post(`${TRANSACTION}/link`, AIRTIME)).json().result.link
  const changed = Array.from(link, (_letter, place) => guessAt(link, place))
  for (const tried of [...changed, foreign]) expect((await read(tried)).result).toMatchObject({ state: 'foreign', asked: null })
  for (const tried of ['', link.slice(1), `${link}b`, '%00', '../../ask', "' or 1=1 --"])
    expect((await read(tried)).result).toMatchObject({ state: 'cut', asked: null })
  expect((await read(link)).result.state).toBe('open')
})

test('LINK-4 a hundred parallel guesses find nothing and are soon refused; a valid link still opens from the same address', async () => {
  const link = await make()
  const guesser = '10.77.0.1'
  const guesses = await Promise.all(Array.from({ length: 100 }, (_, each) => read(guessAt(link, each % 24), aVisitor(portal, guesser))))
  expect(guesses.filter(({ code }) => code === 'too-many-requests').length).toBeGreaterThanOrEqual(50)
  expect(guesses.every(({ result }) => result === undefined || result.state === 'foreign')).toBe(true)
  expect((await read(link, aVisitor(portal, guesser))).result.state).toBe('open')
})

test('LINK-4 one visit makes ten links at once and then one a minute; an address without visits thirty', async () => {
  const visitor = aVisitor(portal)
  await visitor.post(`${API_PREFIX}/visit/v1/prefill`, { type: 'prepaid', msisdn: '90000001' })
  const answers = await Promise.all(Array.from({ length: 40 }, () => visitor.post(`${TRANSACTION}/link`, AIRTIME)))
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(10)
  const address = '10.77.0.2'
  const crowd = await Promise.all(Array.from({ length: 60 }, () => aVisitor(portal, address).post(`${TRANSACTION}/link`, AIRTIME)))
  expect(crowd.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(31)
})

test('LINK-4 the purchase of a link belongs to the visit that began it: with other cookies the number stays masked', async () => {
  const link = await make()
  const { purchaseId } = (await take(link, 500)).result
  for (const cookie of ['', 'sid=made-up', aVisitor(portal).cookie(), `sid=${'A'.repeat(43)}`]) {
    const answer = await portal.call({ url: `${TRANSACTION}/purchase?purchaseId=${purchaseId}`, headers: { cookie } })
    expect(answer.body).not.toContain('90000001')
  }
})
