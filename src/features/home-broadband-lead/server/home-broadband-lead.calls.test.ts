import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { ADDRESS_CORPUS } from '#tests/support/address-corpus.ts'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { importContent } from '#features/site-content/server/site-content.ts'
import { DETAILS, leadWorld, TRACK, TRACK_PROVEN } from '#tests/support/lead-world.ts'

const world = await leadWorld()
const { portal, operator } = world

const get = (path: string, headers: Record<string, string> = {}) => portal.call({ method: 'GET', url: `${API_PREFIX}/${path}`, headers })
const DETAILS_URL = `${API_PREFIX}/lead/v1/details`
const draftOf = async (cookie: string) => (await get('lead/v1/draft', { cookie })).json().result
const typed = (change: object = {}, website = '') => ({ productCode: 'HBB_5G_50', values: { ...DETAILS, ...change }, website })

test('API-6 the city list and the form are returned by language, sorted, with the towns', async () => {
  const cities = (await get('cms/webpage/city-config?opco=NE')).json().result.data
  expect(cities).toContainEqual({ cityName: 'Niamey', hbbLeadFeasibility: true })
  expect(cities).toContainEqual({ cityName: 'Zinder', hbbLeadFeasibility: false })
  const french = (await get('cms/webpage/form-schema?opco=NE', { lang: 'fr' })).json().result
  const english = (await get('cms/webpage/form-schema?opco=NE', { lang: 'en' })).json().result
  const labelOf = (form: typeof french, name: string) => form.fields.find((field: { name: string }) => field.name === name)
  expect(labelOf(french, 'town')).toMatchObject({ label: 'Ville', options: expect.arrayContaining(['Niamey', 'Zinder']) })
  expect(labelOf(english, 'town')).toMatchObject({ label: 'Town' })
  expect(french.fields.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('LEAD-1 API-3 the plans are listed by serviceType and are no bundles of a line', async () => {
  const list = (body: object) => portal.call({ method: 'POST', url: `${API_PREFIX}/product/v1/bundle`, payload: body })
  const plans = (await list({ lineType: 'PREPAID', serviceType: 'HBB_ODU_AW' })).json().result
  expect(plans.map(({ productCode }: { productCode: string }) => productCode)).toEqual(['HBB_5G_50'])
  const bundles = (await list({ lineType: 'PREPAID' })).json().result
  expect(bundles.map(({ productCode }: { productCode: string }) => productCode)).toEqual(['DATA_1GB_7D'])
})

test('LEAD-1 the visit stores the chosen plan, and the page it came from if it is in the portal', async () => {
  const visitor = world.visitor()
  await visitor.post(`${API_PREFIX}/lead/v1/plan`, { productCode: 'HBB_5G_50', redirectUrl: '//elsewhere.example/x' })
  expect(await draftOf(visitor.cookie())).toMatchObject({ productCode: 'HBB_5G_50', redirectUrl: '/' })
  await visitor.post(`${API_PREFIX}/lead/v1/plan`, { productCode: 'HBB_5G_50', redirectUrl: '/openNetworks?q=niamey' })
  expect(await draftOf(visitor.cookie())).toMatchObject({ redirectUrl: '/openNetworks?q=niamey' })
  const refused = await visitor.post(`${API_PREFIX}/lead/v1/plan`, { productCode: 'DATA_1GB_7D' })
  expect(refused.json()).toMatchObject({ code: 'bundle-not-sold' })
  expect(await draftOf('')).toEqual({ productCode: null, redirectUrl: '/', values: null, point: null, leadId: null })
})

test('abuse 84 neither a form nor a stored draft redirects a visitor out of the portal', async () => {
  const visitor = world.visitor()
  for (const text of ADDRESS_CORPUS) {
    const redirectUrl = text.slice(0, 300)
    await visitor.post(`${API_PREFIX}/lead/v1/plan`, { productCode: 'HBB_5G_50', redirectUrl })
    expect(await draftOf(visitor.cookie()), text).toMatchObject({ redirectUrl: pathInsidePortal(redirectUrl) })
  }
  // A value that an older version could have stored.
  await sql`update visit set draft = jsonb_set(draft, '{homeBroadbandLead,redirectUrl}', '"/.//evil.test"')`.execute(portal.db)
  expect(await draftOf(visitor.cookie())).toMatchObject({ redirectUrl: '/' })
})

test('FORM-2 FORM-3 FORM-4 LEAD-2 the server finds every error by the same rules', async () => {
  const values = {
    name: 'A',
    msisdn: '9000',
    email: 'amina@',
    town: 'Paris',
    installationAddress: '123',
    landmark: '//',
    termsAndCondition: '',
  }
  const answer = await world.visitor().post(DETAILS_URL, typed(values))
  expect(answer.json().result).toEqual({
    isAccepted: false,
    isLocated: false,
    problems: {
      name: 'too-short',
      msisdn: 'too-short',
      email: 'invalid',
      town: 'invalid',
      installationAddress: 'no-address',
      landmark: 'no-landmark',
      termsAndCondition: 'required',
    },
  })
  const foreign = await world.visitor().post(DETAILS_URL, typed({ msisdn: '70000001' }))
  expect(foreign.json().result.problems).toEqual({ msisdn: 'invalid' })
})

test('LEAD-4 the details are stored and located: the quarter, else the town', async () => {
  const visitor = world.visitor()
  const answer = await visitor.post(DETAILS_URL, typed({ msisdn: '+227 90 00 00 01' }))
  expect(answer.json().result).toEqual({ isAccepted: true, problems: {}, isLocated: true })
  const draft = await draftOf(visitor.cookie())
  expect(draft.values).toEqual(DETAILS)
  expect(draft.point.latitude).toBeCloseTo(13.5, 0)
  await visitor.post(DETAILS_URL, typed({ town: 'Dosso', installationAddress: 'Route de Zinder', landmark: '' }))
  expect((await draftOf(visitor.cookie())).point.address).toMatch(/Dosso/)
})

test('MAP-2 LEAD-4 the pin is stored with its address; a pin abroad is refused, no pin is valid', async () => {
  const visitor = world.visitor()
  await visitor.post(DETAILS_URL, typed())
  const moved = await visitor.post(`${API_PREFIX}/lead/v1/address`, { lat: 13.52, lng: 2.12 })
  expect(moved.json().result.point).toMatchObject({ latitude: 13.52, longitude: 2.12, address: expect.stringMatching(/Niamey/) })
  const none = await visitor.post(`${API_PREFIX}/lead/v1/address`, { lat: null, lng: null })
  expect(none.json().result.point).toMatchObject({ latitude: 13.52 })
  expect((await visitor.post(`${API_PREFIX}/lead/v1/address`, { lat: 48.8, lng: 2.3 })).statusCode).toBe(400)
  expect((await visitor.post(`${API_PREFIX}/lead/v1/address`, { lat: 13.5, lng: null })).statusCode).toBe(400)
})

test('abuse 74 abuse 78 a bot that fills in every field gets the same response, and nothing is stored', async () => {
  const visitor = world.visitor()
  const answer = await visitor.post(DETAILS_URL, typed({}, 'https://spam.example'))
  expect(answer.json().result).toEqual({ isAccepted: true, problems: {}, isLocated: true })
  expect(answer.cookies).toEqual([])
})

test('the details are deleted once the request is sent', async () => {
  const visitor = world.visitor()
  await visitor.post(DETAILS_URL, typed({ msisdn: '90000031' }))
  await world.submit(visitor, { contactNumber: '90000031' })
  expect(await draftOf(visitor.cookie())).toMatchObject({ productCode: 'HBB_5G_50', values: null, point: null })
})

test('LEAD-7 a visit gets the number of its own latest request, and no other visit does', async () => {
  const visitor = world.visitor()
  await visitor.post(DETAILS_URL, typed({ msisdn: '90000036' }))
  expect((await draftOf(visitor.cookie())).leadId).toBeNull()
  await world.submit(visitor, { contactNumber: '90000036' })
  const { refLeadId } = (await world.submit(visitor, { contactNumber: '90000037' })).json().result
  expect((await draftOf(visitor.cookie())).leadId).toBe(refLeadId)
  const stranger = world.visitor()
  await stranger.post(DETAILS_URL, typed({ msisdn: '90000036' }))
  expect((await draftOf(stranger.cookie())).leadId).toBeNull()
})

test('abuse 38 LEAD-7 a request is tracked with a code sent to its phone; its number is masked', async () => {
  const { refLeadId: leadId } = (await world.submit(world.visitor(), { contactNumber: '90000032' })).json().result
  const visitor = world.visitor()
  const uniqueCode = await world.proof(visitor, '90000032', 'LEAD_STATUS')
  const answer = await visitor.post(TRACK, { leadId, contactNumber: '90000032', uniqueCode })
  expect(answer.json().result).toEqual({
    leadId,
    state: 'received',
    since: '2026-11-15T10:00:00.000Z',
    contactNumber: '90 •• •• 32',
    isPaid: false,
  })
  // The proof is used up.
  expect((await visitor.post(TRACK, { leadId, contactNumber: '90000032', uniqueCode })).json().code).toBe('code-user-unknown')
})

test('abuse 38 LEAD-7 the visit that sent a request tracks it without another code; other visits cannot', async () => {
  const visitor = world.visitor()
  const { refLeadId: leadId } = (await world.submit(visitor, { contactNumber: '90000033' })).json().result
  expect((await visitor.post(TRACK, { leadId, contactNumber: '90000033' })).json().result).toMatchObject({ leadId, state: 'received' })
  expect((await world.visitor().post(TRACK, { leadId, contactNumber: '90000033' })).json().code).toBe('code-user-unknown')
})

test('LEAD-7 without a date from the operator, the time of sending applies', async () => {
  const visitor = world.visitor()
  const { refLeadId: leadId } = (await world.submit(visitor, { contactNumber: '90000038' })).json().result
  const { leadsSince } = operator
  operator.leadsSince = null
  const { since } = (await visitor.post(TRACK, { leadId, contactNumber: '90000038' })).json().result
  operator.leadsSince = leadsSince
  expect(since).toMatch(/^2026-11-15T1\d:/)
})

test('abuse 38 LEAD-7 an unknown request and one of another phone get the same response', async () => {
  const { refLeadId: leadId } = (await world.submit(world.visitor(), { contactNumber: '90000034' })).json().result
  const visitor = world.visitor()
  const answers = []
  for (const asked of [leadId, 'SL999999']) {
    const uniqueCode = await world.proof(visitor, '90000035', 'LEAD_STATUS')
    const { requestId: _, ...body } = (await visitor.post(TRACK, { leadId: asked, contactNumber: '90000035', uniqueCode })).json()
    answers.push(body)
  }
  expect(answers[0]).toMatchObject({ code: 'not-found' })
  expect(answers[1]).toEqual(answers[0])
})

test('LEAD-7 an operator outage uses up no code', async () => {
  const { refLeadId: leadId } = (await world.submit(world.visitor(), { contactNumber: '90000036' })).json().result
  const visitor = world.visitor()
  const uniqueCode = await world.proof(visitor, '90000036', 'LEAD_STATUS')
  operator.failNext('unavailable')
  expect((await visitor.post(TRACK, { leadId, contactNumber: '90000036', uniqueCode })).json().code).toBe('operator-unavailable')
  expect((await visitor.post(TRACK, { leadId, contactNumber: '90000036', uniqueCode })).statusCode).toBe(200)
})

test('abuse 38 LEAD-7 a visit that verified the code tracks the request without a proof, repeatedly, for ten minutes', async () => {
  const { refLeadId: leadId } = (await world.submit(world.visitor(), { contactNumber: '90000037' })).json().result
  const visitor = world.visitor()
  const asked = { leadId, contactNumber: '90000037' }
  await world.proof(visitor, '90000037', 'LEAD_STATUS')
  operator.failNext('unavailable')
  expect((await visitor.post(TRACK_PROVEN, asked)).json().code).toBe('operator-unavailable')
  for (let time = 0; time < 2; time += 1)
    expect((await visitor.post(TRACK_PROVEN, asked)).json().result).toMatchObject({ leadId, contactNumber: '90 •• •• 37' })
  expect((await visitor.post(TRACK_PROVEN, { ...asked, leadId: 'SL999999' })).json().code).toBe('not-found')
  expect((await visitor.post(TRACK_PROVEN, { ...asked, contactNumber: '90000038' })).json().code).toBe('code-user-unknown')
  expect((await world.visitor().post(TRACK_PROVEN, asked)).json().code).toBe('code-user-unknown')
  world.passMinutes(11)
  expect((await visitor.post(TRACK_PROVEN, asked)).json().code).toBe('code-user-unknown')
})

test('abuse 38 LEAD-7 the visit that sent a request tracks it without a code; a code for sending one is invalid here', async () => {
  const sender = world.visitor()
  const { refLeadId: leadId } = (await world.submit(sender, { contactNumber: '90000039' })).json().result
  expect((await sender.post(TRACK_PROVEN, { leadId, contactNumber: '90000039' })).statusCode).toBe(200)
  const visitor = world.visitor()
  await world.proof(visitor, '90000039', 'LEAD')
  expect((await visitor.post(TRACK_PROVEN, { leadId, contactNumber: '90000039' })).json().code).toBe('code-user-unknown')
})

const importPackage = (name: 'city-config' | 'hbb-lead-form', body: unknown) =>
  importContent(portal.db, readSeedFiles(), [{ name, language: 'fr', body }])

test('abuse 72 FORM-1 a form whose pattern could block the server is refused at import, and nothing changes', async () => {
  const form = readSeedFiles().read('hbb-lead-form', 'fr') as { fields: object[] }
  const fields = form.fields.map((field, place) => (place === 0 ? { ...field, pattern: '^(a+)+$' } : field))
  expect(await importPackage('hbb-lead-form', { ...form, fields })).toEqual([
    expect.stringContaining("the pattern of 'name' repeats a group that itself repeats or chooses"),
  ])
})

test('LEAD-4 a town that cannot be located leads to the map', async () => {
  expect(await importPackage('city-config', { data: [{ cityName: 'Qwxzkville', hbbLeadFeasibility: true }] })).toEqual([])
  world.passMinutes(1)
  const answer = await world.visitor().post(DETAILS_URL, typed({ town: 'Qwxzkville', installationAddress: '', landmark: '' }))
  expect(answer.json().result).toEqual({ isAccepted: true, problems: {}, isLocated: false })
})
