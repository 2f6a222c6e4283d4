import { expect, test } from 'vitest'
import { aBillPayment, anOperator, anOrder, aTopup, type TestOperator } from '../../../sandbox/testing/test-operator.ts'
import { deviations } from '#operator/tmforum/document-types.ts'
import { DOCUMENTED_CALLS, type DocumentedCall, type DocumentedName, REFUSAL_BODY } from '#operator/tmforum/documents.ts'
import { OPERATOR_PROFILES } from '#operator/operator-profiles.ts'
import { closed } from '../samples.ts'

/** The sandbox must not be more lenient than the documents: all its responses, in both dialects, are checked against the same tables. */
const DIALECTS = ['strict', 'sparse'] as const
const PATHS = OPERATOR_PROFILES['tmf-v4'].paths

async function aSandbox(dialect: (typeof DIALECTS)[number]): Promise<TestOperator> {
  const operator = await anOperator()
  operator.world.dialects.speak('tmforum', dialect)
  return operator
}

function callUrl(name: DocumentedName, id = ''): string {
  const { system, path } = callNamed(name)
  return PATHS[system].replace('/tmf-api', '') + path.replace('{id}', id)
}

const BODIES: Partial<Record<DocumentedName, object>> = {
  'order of a bundle': anOrder(),
  'top-up': aTopup(),
  reservation: aTopup({ amount: 500, reason: 'REF-2' }),
  adjustment: { ...aTopup({ amount: -100, reason: 'REF-3' }), adjustType: 'oneTime' },
  'payment of a bill': aBillPayment(),
  lead: {
    name: 'Amina Seyni',
    productOffering: { id: 'HBB_5G_20' },
    prospectContact: [{ mediumType: 'phone', characteristic: { phoneNumber: '22790000001' } }],
  },
}
const callNamed = (name: DocumentedName): DocumentedCall => DOCUMENTED_CALLS[name]
const NAMES = Object.keys(DOCUMENTED_CALLS) as DocumentedName[]
const WRITES = NAMES.filter((name) => callNamed(name).method === 'POST')
const LISTS = NAMES.filter((name) => callNamed(name).answer.isList)

function judged(name: DocumentedName, records: readonly unknown[]): string[] {
  const { holds } = callNamed(name).answer
  return [...new Set(records.flatMap((record) => (holds ? deviations(holds, record) : [])))]
}

test.for(DIALECTS)('%s: the responses to creations are legal by the documents', async (dialect) => {
  const { post } = await aSandbox(dialect)
  for (const name of WRITES) {
    const answer = await post(callUrl(name), BODIES[name] ?? {})
    expect([name, answer.statusCode, ...judged(name, [answer.json()])]).toEqual([name, callNamed(name).answer.status])
  }
})

test.for(DIALECTS)('%s: every list of the sandbox is legal by the documents', async (dialect) => {
  const { get, post, world } = await aSandbox(dialect)
  for (const name of WRITES) await post(callUrl(name), BODIES[name] ?? {})
  await world.scheduler.advance(60_000)
  for (const name of LISTS) {
    const answer = await get(callUrl(name))
    const records = answer.json<unknown[]>()
    expect([name, answer.statusCode, ...judged(name, records)]).toEqual([name, 200])
    expect(records.length, name).toBeGreaterThan(0)
  }
})

test.for(DIALECTS)('%s: every resource read by its id is legal by the documents', async (dialect) => {
  const { get, post, remove } = await aSandbox(dialect)
  const made = async (name: DocumentedName) => (await post(callUrl(name), BODIES[name] ?? {})).json<{ id: string }>().id
  const ids = { 'price of an offer': 'PRICE_DATA_1GB_7D', account: 'P1234567890', 'state of a lead': await made('lead') } as const
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) {
    const answer = await get(callUrl(name, ids[name]))
    expect([name, answer.statusCode, ...judged(name, [answer.json()])]).toEqual([name, 200])
  }
  const ended = await remove(callUrl('end of a reservation', await made('reservation')))
  expect([ended.statusCode, ended.body]).toEqual([204, ''])
})

test.for(DIALECTS)('%s: refusals are the documents’ own', async (dialect) => {
  const { get, post, app } = await aSandbox(dialect)
  const refusals = [
    await post(callUrl('top-up'), {}),
    await app.inject('/tmf-api/productInventory/v4/product'),
    await get(callUrl('account', 'P0')),
    await get(callUrl('account', '1000000099')),
    await app.inject({ method: 'PUT', url: '/tmf-api/productInventory/v4/product', headers: { authorization: 'Bearer x' } }),
  ]
  for (const answer of refusals) expect(deviations(closed(REFUSAL_BODY), answer.json())).toEqual([])
  expect(refusals.slice(0, 4).map(({ statusCode }) => statusCode)).toEqual([400, 401, 404, 409])
})
