import { fromMajor } from '#shared/money.ts'
import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { aPayload, leadWorld, SUBMIT } from '#tests/support/lead-world.ts'

const world = await leadWorld()
const { portal, operator } = world

const leadsOf = async (contactNumber: string) =>
  (await portal.database.pool.query('select * from home_broadband_lead where contact_number = $1', [contactNumber])).rows

test('LEAD-3 LEAD-6 a feasible request gets its number and a pending payment with the server’s price', async () => {
  const visitor = world.visitor()
  const answer = await world.submit(visitor, { contactNumber: '90000011' })
  expect(answer.json().result).toMatchObject({ refLeadId: expect.stringMatching(/^SL/), ending: 'payable' })
  const { purchaseId, refLeadId } = answer.json().result
  const purchase = await portal.call({
    method: 'GET',
    url: `${API_PREFIX}/transaction/v1/purchase?purchaseId=${purchaseId}`,
    headers: { cookie: visitor.cookie() },
  })
  expect(purchase.json().result.queryData).toMatchObject({
    transactionType: 'HBB_LEADS',
    rechargeType: 'ODU PURCHASE',
    amount: 45_000,
    productCode: 'HBB_5G_50',
    emailId: 'amina@example.ne',
    redirectPage: '/hbb-lead',
    metaInfo: { leadId: refLeadId },
  })
  const stranger = await portal.call({ method: 'GET', url: `${API_PREFIX}/transaction/v1/purchase?purchaseId=${purchaseId}` })
  expect(stranger.json().result.queryData).toMatchObject({ msisdn: '90 •• •• 11', emailId: null })
  expect(stranger.json().result.queryData).not.toHaveProperty('metaInfo')
})

test('LEAD-6 the operator receives the details, the place, and the consent with its time and version', async () => {
  await world.submit(world.visitor(), { contactNumber: '90000012' })
  expect(operator.leads.at(-1)).toMatchObject({
    fullName: 'Amina Issoufou',
    contactNumber: '90000012',
    productCode: 'HBB_5G_50',
    price: fromMajor(25_000),
    address: { city: 'Niamey', street: 'Rue 12', landmark: 'Marché', latitude: 13.51, longitude: 2.11 },
    isFeasible: true,
    consentVersion: '2026-11-15',
  })
  const [row] = await leadsOf('90000012')
  expect(row).toMatchObject({ consent_version: '2026-11-15', consented_at: expect.any(Date), city: 'Niamey' })
  expect(JSON.stringify(row)).not.toMatch(/Amina|amina|Rue 12|Marché/)
})

test('LEAD-3 for a town without service the request is sent, and nothing is to be paid', async () => {
  const address = { ...(aPayload().address as object), city: 'ZINDER' }
  const answer = await world.submit(world.visitor(), { contactNumber: '90000013', address, feasibility: false })
  expect(answer.json().result).toMatchObject({ ending: 'not-available', purchaseId: null })
  expect(operator.leads.at(-1)).toMatchObject({ contactNumber: '90000013', isFeasible: false })
})

test('LEAD-3 a feasible request without a number says so, and may be sent again', async () => {
  const visitor = world.visitor()
  const first = await world.submit(visitor, { contactNumber: '99000050' })
  expect(first.json().result).toMatchObject({ refLeadId: null, ending: 'without-id', purchaseId: null })
  await world.submit(visitor, { contactNumber: '99000050' })
  expect(await leadsOf('99000050')).toHaveLength(2)
})

test('F50 two parallel calls and a later one with the same code are one request', async () => {
  const visitor = world.visitor()
  const uniqueCode = await world.proof(visitor, '90000014')
  const before = operator.leads.length
  const payload = aPayload({ contactNumber: '90000014', uniqueCode })
  const answers = await Promise.all([visitor.post(SUBMIT, payload), visitor.post(SUBMIT, payload)])
  answers.push(await visitor.post(SUBMIT, payload))
  const results = answers.map((answer) => answer.json().result)
  expect(results[1]).toEqual(results[0])
  expect(results[2]).toEqual(results[0])
  expect(operator.leads.length - before).toBe(1)
})

test('the same request with a new code, from the same visit and day, is the same request', async () => {
  const visitor = world.visitor()
  const first = await world.submit(visitor, { contactNumber: '90000015' })
  const second = await world.submit(visitor, { contactNumber: '90000015' })
  expect(second.json().result).toEqual(first.json().result)
})

test('an operator outage loses nothing: repeating the call sends the request', async () => {
  const visitor = world.visitor()
  const uniqueCode = await world.proof(visitor, '90000016')
  const payload = aPayload({ contactNumber: '90000016', uniqueCode })
  const submitLead = operator.submitLead
  operator.submitLead = () => Promise.resolve({ ok: false, fault: { kind: 'unavailable' } })
  expect((await visitor.post(SUBMIT, payload)).json()).toMatchObject({ code: 'operator-unavailable' })
  operator.submitLead = submitLead
  expect((await visitor.post(SUBMIT, payload)).json().result).toMatchObject({ ending: 'payable' })
  expect(await leadsOf('90000016')).toHaveLength(1)
})

test('abuse 74 one number has three requests a day, then no more until the next day', async () => {
  const streets = ['Rue 1', 'Rue 2', 'Rue 3', 'Rue 4']
  const visitor = world.visitor()
  const at = (street1: string) => ({ contactNumber: '90000017', address: { ...(aPayload().address as object), street1 } })
  for (const street of streets.slice(0, 3)) expect((await world.submit(visitor, at(street))).statusCode).toBe(200)
  const fourth = await world.submit(visitor, at('Rue 4'))
  expect(fourth.statusCode).toBe(429)
  expect(fourth.json()).toMatchObject({ code: 'lead-limit-reached' })
  world.passMinutes(24 * 60)
  expect((await world.submit(visitor, at('Rue 4'))).statusCode).toBe(200)
})

test.for([
  ['another price', { plan: { code: 'HBB_5G_50', amount: 1, currency: 'XOF', description: '' } }, 'amount-changed'],
  ['a bundle that is no plan', { plan: { code: 'DATA_1GB_7D', amount: 1000, currency: 'XOF', description: '' } }, 'bundle-not-sold'],
  ['a claim about the town', { feasibility: false }, 'bad-request'],
  ['a number of another operator', { contactNumber: '70000001' }, 'line-does-not-fit'],
  ['no consent', { consent: false }, 'bad-request'],
  ['another source', { source: 'PARTNER' }, 'bad-request'],
  ['a field more', { isTenereWorks: true }, 'bad-request'],
  ['a wrong e-mail', { email: 'amina' }, 'bad-request'],
  ['half a point', { address: { ...(aPayload().address as object), lat: null } }, 'bad-request'],
  ['a point elsewhere', { address: { ...(aPayload().address as object), lat: 48.8, lng: 2.3 } }, 'bad-request'],
  ['an unknown unique code', {}, 'code-user-unknown'],
] as const)('abuse 47 a payload with %s is refused', async ([, change, code]) => {
  const visitor = world.visitor()
  await visitor.post(`${API_PREFIX}/lead/v1/plan`, { productCode: 'HBB_5G_50' })
  const before = operator.leads.length
  const answer = await visitor.post(SUBMIT, aPayload({ contactNumber: '90000018', ...change }))
  expect(answer.json()).toMatchObject({ status: 'failure', code })
  expect(operator.leads.length).toBe(before)
})

test('a code of another number, purpose or visit is invalid', async () => {
  const visitor = world.visitor()
  const forOther = await world.proof(visitor, '90000019')
  expect((await visitor.post(SUBMIT, aPayload({ contactNumber: '90000020', uniqueCode: forOther }))).json().code).toBe('code-user-unknown')
  const forTracking = await world.proof(visitor, '90000020', 'LEAD_STATUS')
  expect((await visitor.post(SUBMIT, aPayload({ contactNumber: '90000020', uniqueCode: forTracking }))).json().code).toBe(
    'code-user-unknown',
  )
  const stranger = world.visitor()
  await world.proof(stranger, '90000021')
  const uniqueCode = await world.proof(visitor, '90000020')
  expect((await stranger.post(SUBMIT, aPayload({ contactNumber: '90000020', uniqueCode }))).json().code).toBe('code-user-unknown')
})

test('only its own visit can read the outcome of a request again', async () => {
  const visitor = world.visitor()
  const { result } = (await world.submit(visitor, { contactNumber: '90000022' })).json()
  const read = (cookie: string) =>
    portal.call({ method: 'GET', url: `${API_PREFIX}/lead/v1/ending?requestId=${result.requestId}`, headers: { cookie } })
  expect((await read(visitor.cookie())).json().result).toEqual(result)
  expect((await read('')).statusCode).toBe(404)
})
