import { expect, test } from 'vitest'
import { aBillPayment, anOperator, anOrder, aTopup, type TestOperator } from '../../../../sandbox/testing/test-operator.ts'
import { OPERATOR_PROFILES } from '../../operator-profiles.ts'
import { deviations } from './deviations.ts'
import { EVERY_MESSAGE, messageNamed, type MessageName } from './every-message.ts'
import { RefusalBody } from './message.ts'

/** The sandbox must not be kinder than the documents: whatever it answers, in either dialect, is held against the same tables. */
const DIALECTS = ['strict', 'sparse'] as const
const PATHS = OPERATOR_PROFILES['tmf-v4'].paths

async function aSandbox(dialect: (typeof DIALECTS)[number]): Promise<TestOperator> {
  const operator = await anOperator()
  operator.world.dialects.speak('tmforum', dialect)
  return operator
}

function addressOf(name: MessageName, id = ''): string {
  const { system, path } = messageNamed(name)
  return PATHS[system].replace('/tmf-api', '') + path.replace('{id}', id)
}

const BODIES: Partial<Record<MessageName, object>> = {
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
const WRITES = EVERY_MESSAGE.filter(({ method }) => method === 'POST').map(({ name }) => name)
const LISTS = EVERY_MESSAGE.filter(({ answer }) => answer.isList).map(({ name }) => name)

function judged(name: MessageName, records: readonly unknown[]): string[] {
  const { holds } = messageNamed(name).answer
  return [...new Set(records.flatMap((record) => (holds ? deviations(holds, record) : [])))]
}

test.for(DIALECTS)('%s: whatever the sandbox made is answered as the documents have it', async (dialect) => {
  const { post } = await aSandbox(dialect)
  for (const name of WRITES) {
    const answer = await post(addressOf(name), BODIES[name] ?? {})
    expect([name, answer.statusCode, ...judged(name, [answer.json()])]).toEqual([name, messageNamed(name).answer.status])
  }
})

test.for(DIALECTS)('%s: all that the sandbox lists is legal by the documents', async (dialect) => {
  const { get, post, world } = await aSandbox(dialect)
  for (const name of WRITES) await post(addressOf(name), BODIES[name] ?? {})
  await world.scheduler.advance(60_000)
  for (const name of LISTS) {
    const answer = await get(addressOf(name))
    const records = answer.json<unknown[]>()
    expect([name, answer.statusCode, ...judged(name, records)]).toEqual([name, 200])
    expect(records.length, name).toBeGreaterThan(0)
  }
})

test.for(DIALECTS)('%s: what is read by its id is legal by the documents', async (dialect) => {
  const { get, post, remove } = await aSandbox(dialect)
  const made = async (name: MessageName) => (await post(addressOf(name), BODIES[name] ?? {})).json<{ id: string }>().id
  const ids = { 'price of an offer': 'PRICE_DATA_1GB_7D', account: 'P1234567890', 'state of a lead': await made('lead') } as const
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) {
    const answer = await get(addressOf(name, ids[name]))
    expect([name, answer.statusCode, ...judged(name, [answer.json()])]).toEqual([name, 200])
  }
  const ended = await remove(addressOf('end of a reservation', await made('reservation')))
  expect([ended.statusCode, ended.body]).toEqual([204, ''])
})

test.for(DIALECTS)('%s: refusals are the documents’ own', async (dialect) => {
  const { get, post, app } = await aSandbox(dialect)
  const refusals = [
    await post(addressOf('top-up'), {}),
    await app.inject('/tmf-api/productInventory/v4/product'),
    await get(addressOf('account', 'P0')),
    await get(addressOf('account', '1000000099')),
    await app.inject({ method: 'PUT', url: '/tmf-api/productInventory/v4/product', headers: { authorization: 'Bearer x' } }),
  ]
  for (const answer of refusals) expect(deviations(RefusalBody, answer.json(), { isClosed: true })).toEqual([])
  expect(refusals.slice(0, 4).map(({ statusCode }) => statusCode)).toEqual([400, 401, 404, 409])
})
