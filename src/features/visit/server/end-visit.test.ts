import { beforeEach, expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { anAddress, aVisitor, codeSentTo, SEND, VERIFY, type Visitor } from '#tests/support/code-world.ts'
import { ON_PHONE, TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'

const world = await walletWorld()
const { portal, script, aPurchase, begin, push } = world
const END = `${API_PREFIX}/visit/v1/end`

beforeEach(() => {
  script.start = ON_PHONE
})

let lastNumber = 94_100_000
const aNumber = () => String((lastNumber += 1))

/** A visit with a draft, a purchase, a pair of fixed internet and a proof. */
async function aFullVisit(): Promise<{ visitor: Visitor; msisdn: string; purchaseId: string; former: string }> {
  const visitor = aVisitor(portal)
  const msisdn = aNumber()
  await visitor.post(`${API_PREFIX}/visit/v1/prefill`, { type: 'prepaid', msisdn })
  const purchaseId = await aPurchase(visitor)
  await visitor.post(`${API_PREFIX}/subscriber/v1/fixed-internet/validate`, {
    accountNo: 'P1234567890',
    contactPersonEmailId: 'amina@example.ne',
  })
  const former = visitor.cookie()
  const { refId } = (await visitor.post(SEND, { msisdn, purpose: 'FIND' })).json().result
  await visitor.post(VERIFY, { refId, otp: codeSentTo(world.sent, msisdn) })
  return { visitor, msisdn, purchaseId, former }
}

/** The data that a cookie gives access to. */
async function opened(cookie: string, on = portal) {
  const read = async (url: string) => (await on.call({ url: `${API_PREFIX}/${url}`, headers: { cookie } })).json().result
  const list = await on.call({
    method: 'POST',
    url: `${TRANSACTION}/proven-payments`,
    payload: {},
    headers: { cookie, lang: 'en' },
  })
  return {
    draft: (await read('visit/v1/draft')).widgetInfo,
    pair: await read('subscriber/v1/fixed-internet/pair'),
    pending: (await read('transaction/v1/pending')).purchaseId,
    open: await read('transaction/v1/open'),
    list: list.json().status,
  }
}

const NOTHING = { draft: null, pair: null, pending: null, open: [], list: 'failure' }

test('ERASE-1 ending a visit ends its draft, its purchase, its proofs and both of its cookies, on every replica', async () => {
  const { visitor, msisdn, purchaseId, former } = await aFullVisit()
  const other = await world.replica()
  const cookie = visitor.cookie()
  expect(await opened(cookie, other)).toMatchObject({ draft: { msisdn }, pair: {}, pending: purchaseId, list: 'success' })
  expect((await opened(former)).draft).toMatchObject({ msisdn })
  const answer = await portal.call({ method: 'POST', url: END, headers: { cookie } })
  expect(answer.json().status).toBe('success')
  expect(answer.headers['set-cookie']).toEqual([
    'sid=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    expect.stringMatching(/^erased=\d{13}; Path=\/; SameSite=Lax; Max-Age=3600$/),
  ])
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
  for (const place of [portal, other]) for (const each of [cookie, former]) expect(await opened(each, place)).toEqual(NOTHING)
  const purchase = await portal.call({ url: `${TRANSACTION}/purchase`, query: { purchaseId } })
  expect(purchase.statusCode).toBe(404)
  const { rows } = await portal.database.pool.query(
    `select from visit v where ended_at is not null and draft = '{}' and not exists (select from purchase where visit_id = v.id)
       and not exists (select from one_time_code_challenge where visit_id = v.id and (proof_hash is not null or proof_ends_at is not null))`,
  )
  expect(rows).toHaveLength(1)
})

test('ERASE-1 a request in flight while the visit ends restores nothing of it', async () => {
  const { visitor, msisdn } = await aFullVisit()
  const request = { headers: { cookie: visitor.cookie() } } as Parameters<typeof portal.visits.find>[0]
  const found = await portal.visits.find(request)
  if (!found) throw new Error('the visit is there')
  const given: string[] = []
  const reply = { header: (_name: string, value: string) => given.push(value) } as unknown as Parameters<
    typeof portal.visits.rotateCookie
  >[1]
  await portal.call({ method: 'POST', url: END, headers: request.headers })
  await portal.visits.saveDraft(found, { widgetInfo: { type: 'prepaid', msisdn } })
  await portal.visits.rotateCookie(found, reply)
  const renewed = given[0]?.split(';')[0] ?? ''
  expect(renewed).toMatch(/^sid=/)
  expect(await opened(renewed)).toEqual(NOTHING)
  const { rows } = await portal.database.pool.query('select draft from visit where id = $1', [found.id])
  expect(rows).toEqual([{ draft: {} }])
})

test('ERASE-1 OTP-3 ending a visit does not reset the SMS limit: codes sent before still count', async () => {
  async function smsInTries(isEnded: boolean): Promise<number> {
    const msisdn = aNumber()
    const address = anAddress()
    for (let each = 0; each < 12; each += 1) {
      const visitor = aVisitor(portal, address)
      await visitor.post(SEND, { msisdn, purpose: 'FIND' })
      if (isEnded) await portal.call({ method: 'POST', url: END, headers: { cookie: visitor.cookie() } })
      world.passMinutes(1.1)
    }
    return world.sent.filter(({ to }) => to === msisdn).length
  }
  const counted = await smsInTries(false)
  expect(counted).toBeLessThan(12)
  expect(await smsInTries(true)).toBe(counted)
})

test('ERASE-1 only open payments of this visit are listed before it ends, by reference and amount', async () => {
  const visitor = aVisitor(portal)
  const waiting = await begin(visitor)
  await push(visitor, waiting, '90000021')
  script.start = { kind: 'rejected', reason: 'insufficient_funds', provider: { code: '60019', text: '' } }
  await push(visitor, await begin(visitor), '90000022')
  await begin(visitor)
  const { rows } = await portal.database.pool.query('select reference from pay_order where id = $1', [waiting])
  const { open } = await opened(visitor.cookie())
  expect(open).toEqual([{ reference: rows[0].reference, amount: 500, currencyCode: 'XOF' }])
  expect((await opened('')).open).toEqual([])
})

test('ERASE-1 abuse 56 a page of another site cannot end a visit', async () => {
  const { visitor, msisdn } = await aFullVisit()
  const answer = await portal.call({ method: 'POST', url: END, headers: { cookie: visitor.cookie(), origin: 'https://elsewhere.example' } })
  expect(answer.statusCode).toBe(403)
  expect((await opened(visitor.cookie())).draft).toMatchObject({ msisdn })
})
