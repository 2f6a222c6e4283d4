import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { anAddress, aVisitor } from '#tests/support/code-world.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const portal = await testPortal()
const VALIDATE = `${API_PREFIX}/subscriber/validate`
const PURCHASE = `${API_PREFIX}/transaction/v1/purchase`
let lastNumber = 91_000_000
const aNumber = () => String((lastNumber += 1))
const madeUp = () => `sid=${randomBytes(32).toString('base64url')}`

/** One machine that invents a cookie for each lookup. */
async function sweep(count: number, address: string, numberOf: () => string = aNumber): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, () =>
      portal.call({
        method: 'POST',
        url: VALIDATE,
        payload: { msisdn: numberOf() },
        headers: { cookie: madeUp() },
        remoteAddress: address,
      }),
    ),
  )
  return answers.filter((answer) => answer.statusCode === 200).length
}

test('abuse 33 abuse 82 made-up cookies count for their IP address: of 400 parallel lookups few succeed, and other visitors are unaffected', async () => {
  const address = anAddress()
  const began = performance.now()
  const learned = await sweep(400, address)
  expect(learned).toBeLessThanOrEqual(71 + ((performance.now() - began) / 1000) * 4)
  expect((await aVisitor(portal).post(VALIDATE, { msisdn: aNumber() })).statusCode).toBe(200)
})

test('abuse 82 a known visit is not limited by a sweep from its own IP address', async () => {
  const address = anAddress()
  const visitor = aVisitor(portal, address)
  await visitor.post(VALIDATE, { msisdn: aNumber() })
  await sweep(200, address)
  for (let each = 0; each < 10; each += 1) expect((await visitor.post(VALIDATE, { msisdn: aNumber() })).statusCode).toBe(200)
})

test('abuse 33 abuse 82 one visit does not list numbers either', async () => {
  const visitor = aVisitor(portal)
  await visitor.post(VALIDATE, { msisdn: aNumber() })
  const answers = await Promise.all(Array.from({ length: 60 }, () => visitor.post(VALIDATE, { msisdn: aNumber() })))
  expect(answers.filter((answer) => answer.statusCode === 200).length).toBeLessThanOrEqual(22)
  expect(answers.find((answer) => answer.statusCode === 429)?.json().code).toBe('too-many-requests')
})

test('abuse 82 a previous cookie does not use the rate limit of its visit', async () => {
  const visitor = aVisitor(portal)
  await visitor.post(VALIDATE, { msisdn: aNumber() })
  const former = visitor.cookie()
  await portal.db
    .updateTable('visit')
    .set({ cookie_hash: randomBytes(32), former_hash: Buffer.from(await hashOf(former)), former_until: new Date(Date.now() + 600_000) })
    .where('id', '=', Buffer.from(await hashOf(former)))
    .execute()
  await portal.call({ method: 'POST', url: VALIDATE, payload: { msisdn: aNumber() }, headers: { cookie: former } })
  const { rows } = await portal.database.pool.query("select key from rate_limit where key like 'numbers:visit:' || $1 || '%'", [
    Buffer.from(await hashOf(former))
      .toString('base64url')
      .slice(0, 22),
  ])
  expect(rows).toEqual([])
})

async function hashOf(cookie: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(cookie.replace(/^sid=/, '')))
}

test('abuse 81 constant lookups inside a block of numbers do not stop purchases for them', async () => {
  const address = anAddress()
  let inBlock = 95_500_000
  const next = () => String((inBlock += 1))
  await sweep(150, address, next)
  const buy = (msisdn: string) =>
    aVisitor(portal, address).post(PURCHASE, { kind: 'airtime', msisdn, amount: 500, redirectPage: '/prepaid-recharge' })
  const answers = await Promise.all(Array.from({ length: 50 }, () => buy(next())))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(50)
})

test('honest visitors behind one IP address are never refused: sixty at the same moment, three numbers each', async () => {
  const address = anAddress()
  const statuses: number[] = []
  for (let each = 0; each < 60; each += 1) {
    const visitor = aVisitor(portal, address)
    for (let number = 0; number < 3; number += 1) statuses.push((await visitor.post(VALIDATE, { msisdn: aNumber() })).statusCode)
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})

test('abuse 82 the whole portal has a rate limit that the operator sets', async () => {
  const small = await testPortal({ env: { LIMIT_NUMBERS_PER_MINUTE: '100' } })
  const ask = () => small.call({ method: 'POST', url: VALIDATE, payload: { msisdn: aNumber() }, remoteAddress: anAddress() })
  const answers = await Promise.all(Array.from({ length: 60 }, ask))
  expect(answers.filter((answer) => answer.statusCode === 200).length).toBeLessThanOrEqual(55)
  expect(answers.some((answer) => answer.json().code === 'puzzle-needed')).toBe(true)
})
