import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { anAddress, aVisitor, codeIn, codeWorld, RESEND, SEND, VERIFY } from '#tests/support/code-world.ts'

/** With the default rate limits. */
const world = await codeWorld({ env: {} })
const { portal, sent } = world
const VALIDATE = `${API_PREFIX}/subscriber/validate`
let lastNumber = 92_000_000
const aNumber = () => String((lastNumber += 1))

function attack(count: number, address: string, msisdnOf: () => string = aNumber) {
  return Promise.all(
    Array.from({ length: count }, () =>
      portal.call({
        method: 'POST',
        url: SEND,
        payload: { msisdn: msisdnOf() },
        headers: { cookie: `sid=${randomBytes(32).toString('base64url')}` },
        remoteAddress: address,
      }),
    ),
  )
}

test('abuse 80 830 requests with made-up cookies cost few SMS, and honest visitors at the same address get their code', async () => {
  const address = anAddress()
  let attacked = 0
  let honest = 0
  for (let round = 0; round < 10; round += 1) {
    const before = sent.length
    await attack(83, address)
    attacked += sent.length - before
    const visitor = aVisitor(portal, address)
    const msisdn = aNumber()
    await visitor.post(VALIDATE, { msisdn })
    if ((await visitor.post(SEND, { msisdn })).statusCode === 200) honest += 1
  }
  expect(honest).toBe(10)
  expect(attacked).toBeLessThanOrEqual(60)
})

test('abuse 80 a refused request creates no visit', async () => {
  const address = anAddress()
  await attack(60, address)
  const before = await portal.database.pool.query('select count(*)::int as visits from visit')
  await attack(60, address)
  const after = await portal.database.pool.query('select count(*)::int as visits from visit')
  expect(after.rows[0].visits - before.rows[0].visits).toBeLessThanOrEqual(5)
})

test('abuse 80, 29 the owner of a number for which others request codes still gets one', async () => {
  const address = anAddress()
  const msisdn = aNumber()
  await attack(40, address, () => msisdn)
  for (let minute = 0; minute < 5; minute += 1) {
    world.passMinutes(1.1)
    await attack(3, address, () => msisdn)
  }
  const owner = aVisitor(portal, address)
  await owner.post(VALIDATE, { msisdn: aNumber() })
  const answer = await owner.post(SEND, { msisdn, purpose: 'BALANCE' })
  expect(answer.json().status).toBe('success')
  const verified = await owner.post(VERIFY, { refId: answer.json().result.refId, otp: codeIn(sent.at(-1)) })
  expect(verified.json().status).toBe('success')
})

test('abuse 80 the operator’s own rate limit applies to every caller, and a resend counts as well', async () => {
  const small = await codeWorld({ env: { LIMIT_CODES_PER_MINUTE: '20' } })
  const visitors = Array.from({ length: 40 }, () => aVisitor(small.portal))
  await Promise.all(visitors.map((visitor) => visitor.post(VALIDATE, { msisdn: aNumber() })))
  const answers = await Promise.all(visitors.map((visitor) => visitor.post(SEND, { msisdn: aNumber() })))
  expect(small.sent.length).toBeLessThanOrEqual(20)
  expect(small.sent.length).toBeGreaterThan(0)
  small.passMinutes(1.1)
  const before = small.sent.length
  const refs = answers.map((answer) => answer.json().result?.refId as string | undefined)
  await Promise.all(visitors.map((visitor, each) => visitor.post(RESEND, { refId: refs[each] ?? 'A'.repeat(22) })))
  expect(small.sent.length - before).toBeLessThanOrEqual(20)
})
