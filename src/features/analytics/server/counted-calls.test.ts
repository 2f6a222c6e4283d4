import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { aVisitor, codeIn, SEND, VERIFY } from '#tests/support/code-world.ts'
import { ON_PHONE, TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'
import { COUNTED_ACTIONS } from '../actions.ts'
import { createEventCounter } from './tally.ts'

const world = await walletWorld()
const { portal, script } = world

/** Counts by action. */
async function counted(work: () => Promise<unknown>): Promise<Record<string, number>> {
  await portal.tally.flush()
  await portal.database.pool.query('delete from analytics_count')
  await work()
  await portal.tally.flush()
  const { rows } = await portal.database.pool.query('select page, action, language, count from analytics_count')
  expect(rows.every(({ page, language }) => page === 'ne_cw_portal' && ['en', 'fr', '-'].includes(language))).toBe(true)
  return Object.fromEntries(rows.map(({ action, count }) => [action, Number(count)]))
}

test('API-7 a purchase is counted from the number to the request on the phone', async () => {
  const visitor = aVisitor(portal)
  script.start = ON_PHONE
  const actions = await counted(async () => {
    await visitor.post(`${API_PREFIX}/visit/v1/line-offer`, { msisdn: '90000001', page: '/prepaid-recharge' })
    await visitor.post(`${API_PREFIX}/visit/v1/line-offer`, { msisdn: '20000001', page: '/prepaid-recharge' })
    const txnId = await world.aPurchase(visitor)
    const paymentMode = 'TENERE_MONEY_PUSH'
    const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId, amount: 500, paymentMode })).json().result
    await world.push(visitor, transactionId, '90000031')
    // A repeated request is not a second payment.
    await world.push(visitor, transactionId, '90000031')
  })
  expect(actions).toEqual({ number_recognised: 1, number_unknown: 1, airtime_chosen: 1, method_money: 1, payment_begun: 1 })
})

test('API-7 the result of a payment is counted where it is stored', async () => {
  const visitor = aVisitor(portal)
  script.start = { kind: 'rejected', reason: 'insufficient_funds', provider: { code: '60019', text: '' } }
  const transactionId = await world.begin(visitor)
  const actions = await counted(() => world.push(visitor, transactionId, '90000032'))
  expect(actions).toEqual({ payment_declined: 1 })
})

test('API-7 codes are counted when sent, verified or wrong; refused requests are not', async () => {
  const visitor = aVisitor(portal)
  const actions = await counted(async () => {
    const { refId } = (await visitor.post(SEND, { msisdn: '90500002' })).json().result
    const right = codeIn(world.sent.at(-1))
    await visitor.post(VERIFY, { refId, otp: right === '000000' ? '111111' : '000000' })
    await visitor.post(VERIFY, { refId, otp: right })
    await visitor.post(SEND, { msisdn: 'nonsense' })
  })
  expect(actions).toEqual({ code_asked: 1, code_wrong: 1, code_right: 1 })
})

test('API-7 a vote counts once, however often it is sent', async () => {
  const visitor = aVisitor(portal)
  const vote = () => visitor.post(`${API_PREFIX}/cms/webpage/likeCount/`, { opco: 'NE', questionId: '101', isLike: false })
  expect(await counted(() => vote().then(vote))).toEqual({ help_vote_down: 1 })
})

test('API-7 abuse 40 a browser can count pages only, and invent no action', async () => {
  const visitor = aVisitor(portal)
  const send = async (action: string) =>
    (await visitor.post(`${API_PREFIX}/analytics/v1/events`, { events: [{ page: 'ne_cw_homepage', action }] })).statusCode
  expect(await send('view')).toBe(200)
  expect(await send('payment_delivered')).toBe(400)
  expect(await send('anything')).toBe(400)
})

test('API-7 a hundred at once are all counted', async () => {
  const tally = createEventCounter({ db: portal.db, clock: { now: () => new Date() } })
  const actions = await counted(async () => {
    for (let times = 0; times < 100; times += 1) tally.count('shop_opened', times % 2 ? 'fr' : 'en')
    await Promise.all([tally.flush(), tally.flush()])
  })
  expect(Object.keys(actions)).toEqual(['shop_opened'])
  const { rows } = await portal.database.pool.query('select sum(count) as all from analytics_count')
  expect(Number(rows[0].all)).toBe(100)
})

test('API-7 the editors’ page names every action that is counted, with its meaning', () => {
  const listed = [...readFileSync('docs/statistics.md', 'utf8').matchAll(/^\| `([a-z_]+)` +\| (.+?) +\|$/gm)]
  expect(Object.fromEntries(listed.map(([, action, meaning]) => [action, meaning]))).toEqual(COUNTED_ACTIONS)
})

test('API-7 every action but the views is counted somewhere', () => {
  const sources = ['src/features/analytics/server/counted-calls.ts', 'src/features/payment/server/metrics/payment-endings.ts']
  const text = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
  expect(Object.keys(COUNTED_ACTIONS).filter((action) => action !== 'view' && !text.includes(`'${action}'`))).toEqual([])
})
