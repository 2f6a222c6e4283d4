import { expect, test } from 'vitest'
import type { Delivery } from '#features/payment/delivery.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { connectOperator } from '../connect-operator.ts'
import { OPERATOR_PROFILES } from '../operator-profiles.ts'
import { aLog } from '#tests/support/a-log.ts'
import { anOperator, IMPATIENT } from '#tests/support/an-operator.ts'
import { aRefusingAddress, aScriptedServer, type Script, type Seen } from '#tests/support/scripted-server.ts'

const MSISDN = '90123456' as MobileNumber
const PAID = { reference: 'GT-0001', method: 'CARD', providerReference: 'pay-1' }
const BUNDLE: Delivery = { kind: 'bundle', msisdn: MSISDN, productCode: 'DATA_1GB', amount: fromMajor(1000) }
const UNAVAILABLE = { ok: false, fault: { kind: 'unavailable' } }
const UNKNOWN = { ok: false, fault: { kind: 'unknown' } }

const LINE = {
  status: 'active',
  productCharacteristic: [{ name: 'lineType', value: 'PREPAID' }],
  realizingResource: [{ id: '1', value: '22790123456' }],
}
const refusal = (status: number, code = 'x') => ({ json: { code, reason: 'No', message: 'Not this time' }, status })

/** Responses that cannot be used: F25, F26, F33. */
const SILENCES: Script[] = [
  'hang',
  'reset',
  { text: 'oops', status: 500 },
  { text: '<html>Bad gateway</html>', status: 502 },
  { text: '<html>welcome</html>', status: 200 },
  { json: { id: '1', state: 'completed' }, headers: { 'content-type': 'text/plain' } },
  { cutAfter: '[{"status":"act' },
  { text: '{"id": "1', status: 200, headers: { 'content-type': 'application/json' } },
  { text: '', status: 200 },
  { json: {} },
  { json: 'done' },
  { json: [{ productCharacteristic: 'none' }] },
  { text: '', status: 302, headers: { location: '/elsewhere' } },
  { text: '<html>blocked</html>', status: 403 },
]

const patienceWith = (script: Script) => (script === 'hang' ? { limits: IMPATIENT } : {})

test.for(SILENCES)('a read that is answered %j is unavailable', async (script) => {
  const { operator, log } = await anOperator(() => script, patienceWith(script))
  expect(await operator.findLine(MSISDN)).toEqual(UNAVAILABLE)
  expect(log.lines).not.toEqual([])
  expect(log.lines.join('\n')).not.toContain('90123456')
})

test.for(SILENCES)('a write that is answered %j is unknown, and was sent once', async (script) => {
  const { operator, log, calls } = await anOperator(() => script, patienceWith(script))
  expect(await operator.deliver(BUNDLE, PAID)).toEqual(UNKNOWN)
  expect(calls()).toHaveLength(1)
  expect(log.lines.join('\n')).toContain('GT-0001')
  expect(log.lines.join('\n')).not.toContain('90123456')
})

test('a read is repeated, and the second response counts', async () => {
  const { operator, calls } = await anOperator([{ text: 'oops', status: 500 }, { cutAfter: '[{' }, { json: [LINE] }])
  expect(await operator.findLine(MSISDN)).toMatchObject({ ok: true, value: { type: 'PREPAID' } })
  expect(calls()).toHaveLength(3)
})

test('a write that was slow but answered in time is done', async () => {
  const { operator } = await anOperator([{ json: { id: 'O-1', state: 'completed' }, status: 201, afterMs: 60 }])
  expect(await operator.deliver(BUNDLE, PAID)).toEqual({ ok: true, value: { state: 'done', operatorReference: 'O-1' } })
})

test.for([
  [refusal(400), { kind: 'rejected', code: 'x', message: 'Not this time' }],
  [refusal(403), { kind: 'rejected', code: 'x', message: 'Not this time' }],
  [refusal(422, '5001'), { kind: 'rejected', code: '5001', message: 'Not this time' }],
  [refusal(404), { kind: 'not-found' }],
  [
    { text: '', status: 400 },
    { kind: 'rejected', code: '400' },
  ],
  [
    { json: { statusCode: 4000, statusMessage: 'Bad' }, status: 400 },
    { kind: 'rejected', code: '4000', message: 'Bad' },
  ],
  [refusal(429), { kind: 'unavailable' }],
] as const)('a write that is refused with %j did not happen', async ([script, fault]) => {
  const { operator, calls } = await anOperator([script])
  expect(await operator.deliver(BUNDLE, PAID)).toEqual({ ok: false, fault })
  expect(calls()).toHaveLength(1)
})

test('connection refused: neither a read nor a write happened', async () => {
  const operator = connectOperator({
    profile: OPERATOR_PROFILES.odd,
    baseUrl: await aRefusingAddress(),
    credentials: { apiKey: 'a-key' },
    clock: { now: () => new Date() },
    log: aLog(),
    limits: { repeatDelayMs: 1 },
  })
  expect(await operator.findLine(MSISDN)).toEqual(UNAVAILABLE)
  expect(await operator.deliver(BUNDLE, PAID)).toEqual(UNAVAILABLE)
})

test('a system that fails repeatedly is not called for a while: a write then surely did not happen', async () => {
  const { operator, calls } = await anOperator(() => ({ text: '', status: 500 }), { limits: { breakAfterFailures: 3 } })
  for (const reference of ['GT-1', 'GT-2', 'GT-3']) expect(await operator.deliver(BUNDLE, { ...PAID, reference })).toEqual(UNKNOWN)
  expect(operator.health()).toMatchObject({ '622': 'down', '654': 'up' })
  expect(await operator.deliver(BUNDLE, { ...PAID, reference: 'GT-4' })).toEqual(UNAVAILABLE)
  expect(calls()).toHaveLength(3)
})

test('F32 a slow system uses only its own places: the others answer as fast as ever', async () => {
  const script = ({ url }: Seen): Script => (url.includes('/productInventory/') ? 'hang' : { json: [], headers: { 'x-total-count': '0' } })
  const { operator, server } = await anOperator(script, { limits: { readsAtOnce: 4, readsWaiting: 0, readRepeats: 0 } })
  const leaving = new AbortController()
  const checks = Promise.all(Array.from({ length: 20 }, () => operator.findLine(MSISDN, leaving.signal)))
  expect(await operator.readOpenInvoices('1000000003')).toEqual({ ok: true, value: [] })
  leaving.abort()
  expect(await checks).toEqual(Array.from({ length: 20 }, () => UNAVAILABLE))
  expect(server.mostAtOnce()).toBeLessThanOrEqual(6)
})

test('a refused token is renewed once and the call sent again', async () => {
  const { operator, server, calls } = await anOperator([
    { text: '', status: 401 },
    { json: { id: 'O-1', state: 'completed' }, status: 201 },
  ])
  expect(await operator.deliver(BUNDLE, PAID)).toMatchObject({ ok: true })
  expect([calls().length, server.requests.length]).toEqual([2, 4])
})

test('a call refused twice did not happen', async () => {
  const { operator, calls } = await anOperator(() => ({ text: '<html>', status: 401 }))
  expect(await operator.deliver(BUNDLE, PAID)).toEqual(UNAVAILABLE)
  expect(calls()).toHaveLength(2)
})

test('without a token nothing is sent', async () => {
  const server = await aScriptedServer(() => ({ json: { error: 'invalid_client' }, status: 401 }))
  const operator = connectOperator({
    profile: OPERATOR_PROFILES['tmf-v4'],
    baseUrl: server.url,
    credentials: { clientId: 'guichet', clientSecret: 'wrong' },
    clock: { now: () => new Date() },
    log: aLog(),
  })
  expect(await operator.deliver(BUNDLE, PAID)).toEqual(UNAVAILABLE)
  expect(server.requests.map(({ url }) => url)).toEqual(['/oauth2/token'])
})

test('abuse 63 a redirect is not followed', async () => {
  const { operator, calls } = await anOperator(() => ({ text: '', status: 307, headers: { location: '/elsewhere' } }))
  await operator.deliver(BUNDLE, PAID)
  expect(calls().map(({ url }) => url)).toEqual(['/tmf-api/productOrderingManagement/v4/productOrder'])
})

test('an endless response is not read to the end', async () => {
  const { operator } = await anOperator(() => ({
    text: `["${'a'.repeat(5_000_000)}"]`,
    status: 200,
    headers: { 'content-type': 'application/json' },
  }))
  expect(await operator.findLine(MSISDN)).toEqual(UNAVAILABLE)
})

test('a visitor who leaves aborts the read', async () => {
  const { operator } = await anOperator(() => 'hang')
  const leaving = new AbortController()
  const asked = operator.findLine(MSISDN, leaving.signal)
  setTimeout(() => leaving.abort(), 30)
  expect(await asked).toEqual(UNAVAILABLE)
  expect(operator.health()['637']).toBe('up')
})

test('a reference that cannot be sent stops the call before it is sent', async () => {
  const { operator, calls } = await anOperator(() => ({ json: {} }), { profile: OPERATOR_PROFILES.odd })
  await expect(operator.deliver(BUNDLE, { ...PAID, reference: 'GT 1\r\nx: y' })).rejects.toThrow('a reference has 5 to 20 characters')
  expect(calls()).toEqual([])
})
