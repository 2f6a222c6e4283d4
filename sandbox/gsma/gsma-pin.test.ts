import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askKey, look, MONEY, pay, payer, sealed, SMARTCASH, type IssuedKey } from '../testing/gsma-calls.ts'
import { aFolder, aSandbox } from '../testing/test-sandbox.ts'

/** A wrong PIN that cannot turn up by chance. */
const TELLTALE_PIN = '735182946017'

async function aKey(...[app, changes]: Parameters<typeof askKey>): Promise<IssuedKey> {
  return (await askKey(app, changes)).json<IssuedKey>()
}

const withPin = (credential: string, clientId: string = randomUUID()) => ({
  'x-user-credential-1': credential,
  'x-correlationid': clientId,
})

test('a key belongs to one payment and one payer, and lives five minutes', async () => {
  const { app, world } = await aSandbox()
  const answer = await askKey(app)
  expect(answer.statusCode).toBe(201)
  const key = answer.json<IssuedKey>()
  expect(key).toMatchObject({ algorithm: 'RSA-OAEP-256', attemptsLeft: 5 })
  expect(key.key).toHaveLength(392)
  expect((await aKey(app)).kid).toBe(key.kid)
  expect((await aKey(app, { body: { requestingOrganisationTransactionReference: 'OTHER' } })).kid).not.toBe(key.kid)
  await world.scheduler.advance(5 * 60_000)
  expect((await aKey(app)).kid).not.toBe(key.kid)
})

test('the right PIN pays at once, with 201 and the transaction', async () => {
  const { app, world } = await aSandbox()
  const clientId = randomUUID()
  const paid = await pay(app, { headers: withPin(await sealed('1234', await aKey(app)), clientId) })
  expect(paid.statusCode).toBe(201)
  expect(paid.json()).toMatchObject({ transactionStatus: 'completed', amount: '1500' })
  expect((await look(app, `/responses/${clientId}`)).json()).toEqual({ link: `/transactions/${paid.json().transactionReference}` })
  expect(world.prompts.of('90000001')).toEqual([])
  expect(world.money.ledger()).toMatchObject([{ kind: 'capture', amount: 1_500, ourReference: 'REF2345ABCDE' }])
})

test.for([
  [MONEY, '1004'],
  [SMARTCASH, '56D005'],
] as const)('%s: a wrong PIN costs a try and says %s; the fifth locks the wallet', async ([base, code]) => {
  const { app, world } = await aSandbox()
  const key = await aKey(app, { base })
  for (const left of ['4', '3', '2', '1']) {
    const clientId = randomUUID()
    const wrong = await pay(app, { base, headers: withPin(await sealed('0000', key), clientId) })
    expect([wrong.statusCode, wrong.json().errorCode]).toEqual([401, 'requestingPartyAuthorisationError'])
    const errorParameters = [
      { key: 'attemptsLeft', value: left },
      { key: 'providerCode', value: code },
    ]
    expect(wrong.json()).toMatchObject({ errorParameters })
    const { link } = (await look(app, `/responses/${clientId}`, base)).json<{ link: string }>()
    expect((await look(app, link, base)).json()).toMatchObject({ status: 'failed', error: { errorParameters } })
  }
  const locked = await pay(app, { base, headers: withPin(await sealed('0000', key)) })
  expect(locked.json()).toMatchObject({ errorCode: 'incorrectState', errorParameters: [{ value: '0' }, { value: '1006' }] })
  expect((await pay(app, { base, headers: withPin(await sealed('1234', key)) })).json()).toMatchObject({ errorCode: 'incorrectState' })
  expect((await askKey(app, { base })).json()).toMatchObject({ errorCode: 'incorrectState' })
  expect(world.money.ledger()).toEqual([])
})

test('a text that cannot be decrypted gets one and the same answer, and does not count as a wrong PIN', async () => {
  const { app, world } = await aSandbox()
  const key = await aKey(app)
  const other = await aKey(app, { body: { requestingOrganisationTransactionReference: 'OTHER' } })
  const wrong = await sealed('0000', key)
  await pay(app, { headers: withPin(wrong) })
  const unusable = [
    wrong,
    await sealed('1234', key, 'OTHER'),
    await sealed('1234', other),
    await sealed('1234', { kid: key.kid, key: other.key }),
    `${key.kid}.garbage`,
    'x',
    await sealed('no digits', key),
  ]
  for (const credential of unusable) {
    const answer = await pay(app, { headers: withPin(credential) })
    expect([answer.statusCode, answer.json().errorCode]).toEqual([400, 'formatError'])
  }
  expect(world.wallets.find('money', '90000001')?.pinTriesLeft).toBe(4)
})

test('a key that was used for a payment is invalid afterwards', async () => {
  const { app, world } = await aSandbox()
  const key = await aKey(app)
  await pay(app, { headers: withPin(await sealed('1234', key)) })
  expect((await pay(app, { headers: withPin(await sealed('1234', key)) })).json()).toMatchObject({ errorCode: 'formatError' })
  expect(world.money.ledger()).toHaveLength(1)
})

test.for([
  ['99000001', 'genericError'],
  ['99000002', 'insufficientFunds'],
  ['99000008', 'requestDeclined'],
  ['90000002', 'insufficientFunds'],
] as const)('%s with the right PIN is refused at once: %s', async ([msisdn, errorCode]) => {
  const { app, world } = await aSandbox()
  const key = await aKey(app, { body: payer(msisdn) })
  const answer = await pay(app, { body: payer(msisdn), headers: withPin(await sealed('1234', key)) })
  expect([answer.statusCode, answer.json().errorCode]).toEqual([errorCode === 'requestDeclined' ? 401 : 400, errorCode])
  expect(world.money.ledger()).toEqual([])
})

test('a PIN is stored nowhere: not in the journal, not in the log', async () => {
  const folder = aFolder()
  const log = join(folder, 'calls.log')
  const { app } = await aSandbox({ folder: join(folder, 'world'), log })
  const key = await aKey(app)
  await pay(app, { headers: withPin(await sealed(TELLTALE_PIN, key)) })
  await app.close()
  const files = globSync(join(folder, '**/*')).filter((path) => !path.endsWith('world'))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(readFileSync(file, 'utf8')).not.toContain(TELLTALE_PIN)
})
