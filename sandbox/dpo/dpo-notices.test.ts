import { expect, test } from 'vitest'
import { CARDS, payOn } from '../testing/card-payments.ts'
import { aDpoToken, callDpo, COMPANY_TOKEN, createTokenXml, sendXml } from '../testing/dpo-calls.ts'
import { aListeningSandbox, aReceiver, aSandbox } from '../testing/test-sandbox.ts'
import { parseXml, writeXml } from './xml.ts'

const HOUR_MS = 3_600_000

async function aPaidToken({ text = 'OK', answers = [] as number[], fault = {} } = {}) {
  const receiver = await aReceiver(answers, text)
  const sandbox = await aSandbox({ portalUrl: receiver.url })
  sandbox.world.faults.add({ face: 'dpo', operation: 'pay', do: fault })
  const token = await aDpoToken(sandbox.app)
  await payOn(sandbox.app, 'dpo', token, { card: CARDS.pays })
  return { ...sandbox, receiver, token }
}

test('a payment is pushed as XML, with the token, both references and the verify fields', async () => {
  const { world, receiver, token } = await aPaidToken()
  await world.scheduler.advance(1_000)
  const [push] = receiver.requests
  expect([push?.method, push?.url]).toEqual(['POST', '/orp/bfe/api/portal-service/transaction/v1/notice/dpo'])
  const document = parseXml(push?.body ?? '')
  expect(document?.value).toMatchObject({ Result: '000', TransactionToken: token, CompanyRef: 'REF2345ABCD', TransactionAmount: '1500.00' })
})

test.for([
  ['OK', [], 1],
  ['received', [], 6],
  ['OK', [500, 500], 3],
] as const)('a receiver that answers %s after %o gets the push %i times', async ([text, answers, count]) => {
  const { world, receiver } = await aPaidToken({ text, answers: [...answers] })
  await world.scheduler.advance(HOUR_MS)
  expect(receiver.requests).toHaveLength(count)
})

test.for([
  [{ noticeFirst: true }, 1, 1],
  [{ duplicateNotices: 4 }, 0, 5],
  [{ noNotice: true }, 0, 0],
  [{ lateMs: 2 * HOUR_MS }, 0, 0],
] as const)('with %o on pay, %i pushes come before the browser is back, %i within an hour', async ([fault, atOnce, later]) => {
  const { world, receiver } = await aPaidToken({ fault })
  expect(receiver.requests).toHaveLength(atOnce)
  await world.scheduler.advance(HOUR_MS)
  expect(receiver.requests).toHaveLength(later)
})

test('the push can come before the answer to createToken', async () => {
  const receiver = await aReceiver([], 'OK')
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  world.faults.add({ face: 'dpo', operation: 'createToken', do: { noticeFirst: true } })
  const token = await aDpoToken(app)
  expect(receiver.requests).toHaveLength(1)
  expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).result).toBe('000')
})

test('a fault names one of the calls behind the one address, and one payment', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'dpo', operation: 'verifyToken', match: { CompanyRef: 'A' }, do: { status: 500 } })
  await aDpoToken(app, { CompanyRef: 'A' })
  await aDpoToken(app, { CompanyRef: 'B' })
  expect((await callDpo(app, 'verifyToken', { CompanyRef: 'A' })).result).toBe('')
  expect((await callDpo(app, 'verifyToken', { CompanyRef: 'B' })).result).toBe('900')
})

test('a dropped answer to createToken: the token exists', async () => {
  const { app, url, world } = await aListeningSandbox()
  world.faults.add({ face: 'dpo', operation: 'createToken', times: 1, do: { dropAnswer: true } })
  await expect(fetch(`${url}/sandbox/dpo/API/v6/`, { method: 'POST', body: createTokenXml() })).rejects.toThrow()
  expect((await callDpo(app, 'verifyToken', { CompanyRef: 'REF2345ABCD' })).result).toBe('900')
})

test('a refund goes back at once, in parts, and never beyond what was paid', async () => {
  const { app, world, token } = await aPaidToken()
  const refund = async (refundAmount: string) =>
    (await callDpo(app, 'refundToken', { TransactionToken: token, refundAmount, refundDetails: 'not delivered' })).result
  expect([await refund('500.00'), await refund('1000.01'), await refund('1001'), await refund('1000')]).toEqual([
    '000',
    '999',
    '999',
    '000',
  ])
  expect(world.money.ledger().map(({ kind, amount, ourReference }) => [kind, amount, ourReference])).toEqual([
    ['capture', 1_500, 'REF2345ABCD'],
    ['refund', 500, 'REF2345ABCD'],
    ['refund', 1_000, 'REF2345ABCD'],
  ])
})

test('verifyRefund is served under v7 only, as the document has it', async () => {
  const { app } = await aSandbox()
  const xml = `<API3G><CompanyToken>${COMPANY_TOKEN}</CompanyToken><Request>verifyRefund</Request></API3G>`
  expect((await sendXml(app, xml)).result).toBe('803')
})

test('verifyRefund tells a done refund from one that waits for a person', async () => {
  const { app, world, token } = await aPaidToken()
  const TransRef = world.money.ledger()[0]?.reference ?? ''
  world.faults.add({ face: 'dpo', operation: 'refundToken', do: { lateMs: HOUR_MS } })
  await callDpo(app, 'refundToken', { TransactionToken: token, refundAmount: '1500', refundDetails: 'x', refundRef: 'RF1' })
  const before = await callDpo(app, 'verifyRefund', { TransRef })
  expect(['RefundStatus', 'RefundAmount', 'RefundRef'].map((name) => before.field(name))).toEqual(['Manual refund pending', '1500.00', ''])
  expect(before.text).toContain('<Code>009</Code>')
  expect(world.money.ledger()).toHaveLength(1)
  await world.scheduler.advance(HOUR_MS)
  expect((await callDpo(app, 'verifyRefund', { TransRef })).text).toContain('<Code>003</Code>')
  expect(world.money.ledger()).toHaveLength(2)
})

test('what was not paid, or is not explained, is not refunded', async () => {
  const { app } = await aSandbox()
  const token = await aDpoToken(app)
  expect((await callDpo(app, 'refundToken', { TransactionToken: token, refundAmount: '5', refundDetails: 'x' })).result).toBe('999')
  expect((await callDpo(app, 'refundToken', { TransactionToken: token, refundAmount: '5' })).result).toBe('950')
})

test.for([
  ['<a>1</a>', '1'],
  ['<a><b>x &amp; y &#233;&#xe8;</b><b/></a>', { b: ['x & y éè', ''] }],
  ['<a x="1"><!-- no --><b><![CDATA[<&]]></b></a>', { b: '<&' }],
  ['<a>&unknown;</a>', null],
  ['<a>1 & 2</a>', null],
  ['<a></b>', null],
  ['<a/><b/>', null],
  ['<a>text<b/></a>', null],
  ['', null],
] as const)('the XML %s reads as %o', ([source, value]) => {
  expect(parseXml(source)?.value ?? null).toEqual(value)
})

test('deep and long documents are refused quickly', async () => {
  const { app } = await aSandbox()
  expect(parseXml('<a>'.repeat(100_000))).toBeNull()
  expect((await sendXml(app, `<API3G>${'&lt;'.repeat(20_000)}</API3G>`)).result).toBe('')
})

test('what is written can be read back', () => {
  const fields = { Result: '000', Name: `Aïcha & "co" <'1'>`, Left: undefined }
  expect(parseXml(writeXml('API3G', fields))?.value).toEqual({ Result: '000', Name: `Aïcha & "co" <'1'>` })
})
