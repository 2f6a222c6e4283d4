import { fromMajor } from '#shared/money.ts'
import { expect, test } from 'vitest'
import { aPayload, aRequest, leadWorld, SUBMIT, SUBMIT_PROVEN } from '#tests/support/lead-world.ts'

const world = await leadWorld()
const { portal, operator } = world

const leadsOf = async (contactNumber: string) =>
  (await portal.database.pool.query('select * from home_broadband_lead where contact_number = $1', [contactNumber])).rows

test('LEAD-3 a visit that verified the code sends the request without a proof, once', async () => {
  const visitor = world.visitor()
  const uniqueCode = await world.proof(visitor, '90000051')
  const answer = await visitor.post(SUBMIT_PROVEN, aRequest({ contactNumber: '90000051' }))
  expect(answer.json().result).toMatchObject({ refLeadId: expect.stringMatching(/^SL/), ending: 'payable' })
  expect(operator.leads.at(-1)).toMatchObject({ contactNumber: '90000051', price: fromMajor(25_000) })
  // The code is used up, also for a call that contains its proof; another request needs another code.
  const elsewhere = { contactNumber: '90000051', email: 'other@example.ne' }
  expect((await visitor.post(SUBMIT_PROVEN, aRequest(elsewhere))).json().code).toBe('code-user-unknown')
  expect((await visitor.post(SUBMIT, aPayload({ ...elsewhere, uniqueCode }))).json().code).toBe('code-user-unknown')
  expect(await leadsOf('90000051')).toHaveLength(1)
})

test('F50 ten parallel calls are one request, and each gets its outcome', async () => {
  const visitor = world.visitor()
  await world.proof(visitor, '90000052')
  const before = operator.leads.length
  const presses = Array.from({ length: 10 }, () => visitor.post(SUBMIT_PROVEN, aRequest({ contactNumber: '90000052' })))
  const results = (await Promise.all(presses)).map((answer) => answer.json().result)
  expect(results).toEqual(results.map(() => results[0]))
  expect(results[0]).toMatchObject({ ending: 'payable' })
  expect(operator.leads.length - before).toBe(1)
  expect(await leadsOf('90000052')).toHaveLength(1)
})

test('an operator outage loses nothing: the visit sends again without another code, even after the proof expired', async () => {
  const visitor = world.visitor()
  await world.proof(visitor, '90000053')
  const submitLead = operator.submitLead
  operator.submitLead = () => Promise.resolve({ ok: false, fault: { kind: 'unavailable' } })
  const send = () => visitor.post(SUBMIT_PROVEN, aRequest({ contactNumber: '90000053' }))
  expect((await send()).json()).toMatchObject({ code: 'operator-unavailable' })
  operator.submitLead = submitLead
  world.passMinutes(11)
  expect((await send()).json().result).toMatchObject({ ending: 'payable' })
  expect(await leadsOf('90000053')).toHaveLength(1)
})

test('abuse 47 without a proof of this visit, number and purpose nothing is sent', async () => {
  const visitor = world.visitor()
  await world.proof(visitor, '90000054')
  const before = operator.leads.length
  const refused = async (by: typeof visitor, contactNumber: string) =>
    expect((await by.post(SUBMIT_PROVEN, aRequest({ contactNumber }))).json().code).toBe('code-user-unknown')
  const stranger = world.visitor()
  await refused(stranger, '90000054')
  await world.proof(stranger, '90000055')
  await refused(stranger, '90000054')
  await world.proof(stranger, '90000056', 'LEAD_STATUS')
  await refused(stranger, '90000056')
  world.passMinutes(11)
  await refused(visitor, '90000054')
  expect(operator.leads.length).toBe(before)
  expect(await leadsOf('90000054')).toEqual([])
})

test('abuse 47 a request of another visit is not continued', async () => {
  const visitor = world.visitor()
  await world.proof(visitor, '90000057')
  await visitor.post(SUBMIT_PROVEN, aRequest({ contactNumber: '90000057' }))
  const stranger = world.visitor()
  await world.proof(stranger, '90000058')
  expect((await stranger.post(SUBMIT_PROVEN, aRequest({ contactNumber: '90000057' }))).json().code).toBe('code-user-unknown')
})

test('abuse 47 the server checks this call like any other request', async () => {
  const visitor = world.visitor()
  await world.proof(visitor, '90000059')
  const plan = { code: 'HBB_5G_50', amount: 1, currency: 'XOF', description: '' }
  expect((await visitor.post(SUBMIT_PROVEN, aRequest({ contactNumber: '90000059', plan }))).json().code).toBe('amount-changed')
  expect((await visitor.post(SUBMIT_PROVEN, aPayload({ contactNumber: '90000059' }))).json().code).toBe('bad-request')
  expect((await visitor.post(SUBMIT_PROVEN, aRequest({ contactNumber: '90000059', feasibility: false }))).json().code).toBe('bad-request')
})
