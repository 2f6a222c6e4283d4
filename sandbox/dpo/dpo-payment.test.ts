import { expect, test } from 'vitest'
import { CARDS, parametersOf, payOn } from '../testing/card-payments.ts'
import { aDpoToken, BACK_URL, callDpo, COMPANY_TOKEN, createTokenXml, DPO_API, REDIRECT_URL, sendXml } from '../testing/dpo-calls.ts'
import { routesListed, routesServed } from '../testing/simulator-contract.ts'
import { aReceiver, aSandbox } from '../testing/test-sandbox.ts'
import { dpoSimulator } from './dpo-simulator.ts'
import type { DpoTransaction } from './dpo-transactions.ts'

const MINUTE_MS = 60_000

test('it serves exactly the routes of its contract', async () => {
  expect(await routesServed(dpoSimulator)).toEqual(routesListed('DPO'))
})

test('createToken answers a token and DPO’s own reference', async () => {
  const { app } = await aSandbox()
  const { result, text } = await sendXml(app, createTokenXml())
  expect(result).toBe('000')
  expect(text).toMatch(
    /^<\?xml version="1.0" encoding="utf-8"\?><API3G><Result>000<\/Result><ResultExplanation>Transaction created<\/ResultExplanation><TransToken>[0-9A-F-]{36}<\/TransToken><TransRef>R[0-9A-F]{8}<\/TransRef><\/API3G>$/,
  )
})

test.for([
  { name: 'no XML', xml: 'hello', result: '804' },
  { name: 'a tag left open', xml: '<API3G><Request>createToken</API3G>', result: '804' },
  { name: 'another root', xml: '<API><Request>createToken</Request></API>', result: '804' },
  { name: 'an entity of its own', xml: '<!DOCTYPE a [<!ENTITY b "c">]><API3G><CompanyToken>&b;</CompanyToken></API3G>', result: '804' },
  { name: 'no company token', xml: '<API3G><Request>createToken</Request></API3G>', result: '801' },
  { name: 'a stranger’s token', xml: '<API3G><CompanyToken>X</CompanyToken><Request>createToken</Request></API3G>', result: '802' },
  {
    name: 'an unknown request',
    xml: `<API3G><CompanyToken>${COMPANY_TOKEN}</CompanyToken><Request>toString</Request></API3G>`,
    result: '803',
  },
  { name: 'no amount', xml: createTokenXml({ PaymentAmount: undefined }), result: '902' },
  { name: 'cents of a franc', xml: createTokenXml({ PaymentAmount: '1500.50' }), result: '902' },
  { name: 'three decimals', xml: createTokenXml({ PaymentAmount: '1500.000' }), result: '902' },
  { name: 'a minus', xml: createTokenXml({ PaymentAmount: '-5' }), result: '902' },
  { name: 'a currency of elsewhere', xml: createTokenXml({ PaymentCurrency: 'JPY' }), result: '904' },
  { name: 'too much', xml: createTokenXml({ PaymentAmount: '10000001' }), result: '905' },
  { name: 'a time limit in weeks', xml: createTokenXml({ PTLtype: 'weeks' }), result: '902' },
  { name: 'no service', xml: createTokenXml({}, { ServiceType: undefined }), result: '950' },
  { name: 'a service that is not ours', xml: createTokenXml({}, { ServiceType: '1' }), result: '950' },
  { name: 'a date in words', xml: createTokenXml({}, { ServiceDate: 'today' }), result: '950' },
  { name: 'a tag twice', xml: createTokenXml().replace('<PTL>30</PTL>', '<PTL>30</PTL><PTL>31</PTL>'), result: '960' },
])('createToken with $name is answered $result', async ({ xml, result }) => {
  const { app } = await aSandbox()
  const answer = await sendXml(app, xml)
  expect([answer.result, answer.field('ResultExplanation')]).toEqual([result, expect.stringMatching(/\w/)])
})

test('any content type, a byte order mark and CDATA are forgiven', async () => {
  const { app } = await aSandbox()
  const payload = `\uFEFF ${createTokenXml({}, { ServiceDescription: 'REPLACE' }).replace('REPLACE', '<![CDATA[Recharge & plus]]>')} `
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url: DPO_API, headers, payload })
  expect(answer.body).toContain('<Result>000</Result>')
})

test('who pays goes back with the parameters behind &, and the books show it once', async () => {
  const { app, world } = await aSandbox()
  const token = await aDpoToken(app)
  const left = await payOn(app, 'dpo', token, { card: CARDS.pays })
  expect(left.status).toBe(303)
  expect(left.location.startsWith(`${REDIRECT_URL}&TransID=${token}&`)).toBe(true)
  expect(parametersOf(left)).toEqual({
    ref: '1',
    TransID: token,
    CCDapproval: expect.stringMatching(/^[0-9A-F]{8}$/),
    PnrID: 'REF2345ABCD',
    TransactionToken: token,
    CompanyRef: 'REF2345ABCD',
  })
  await payOn(app, 'dpo', token, { card: CARDS.pays })
  expect(world.money.ledger()).toEqual([
    expect.objectContaining({ face: 'dpo', kind: 'capture', ourReference: 'REF2345ABCD', amount: 1_500, currency: 'XOF' }),
  ])
})

test('verifyToken tells 900, then 901, then 000, by token and by our reference', async () => {
  const { app } = await aSandbox()
  const token = await aDpoToken(app)
  const verify = async () => callDpo(app, 'verifyToken', { TransactionToken: token })
  expect((await verify()).result).toBe('900')
  await payOn(app, 'dpo', token, { card: CARDS.insufficient })
  expect((await verify()).result).toBe('901')
  await payOn(app, 'dpo', token, { card: CARDS.pays })
  const paid = await callDpo(app, 'verifyToken', { CompanyRef: 'REF2345ABCD' })
  expect(['Result', 'TransactionAmount', 'TransactionCurrency', 'CustomerCredit', 'FraudAlert'].map((name) => paid.field(name))).toEqual([
    '000',
    '1500.00',
    'XOF',
    '4081',
    '000',
  ])
})

test('codes belong to their call: 904 is a cancelled token here', async () => {
  const { app } = await aSandbox()
  const token = await aDpoToken(app)
  expect((await callDpo(app, 'cancelToken', { TransactionToken: token })).result).toBe('000')
  expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).result).toBe('904')
  expect((await payOn(app, 'dpo', token, { card: CARDS.pays })).location).toContain(BACK_URL)
  expect((await callDpo(app, 'verifyToken', { TransactionToken: 'X' })).result).toBe('902')
  expect((await callDpo(app, 'verifyToken', {})).result).toBe('950')
})

test('a paid token cannot be cancelled', async () => {
  const { app } = await aSandbox()
  const token = await aDpoToken(app)
  await payOn(app, 'dpo', token, { card: CARDS.pays })
  expect((await callDpo(app, 'cancelToken', { TransactionToken: token })).result).toBe('999')
})

test('after its time limit a token is 903 and takes no money', async () => {
  const { app, world } = await aSandbox()
  const token = await aDpoToken(app)
  await world.scheduler.advance(29 * MINUTE_MS)
  expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).result).toBe('900')
  await world.scheduler.advance(MINUTE_MS)
  expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).result).toBe('903')
  await payOn(app, 'dpo', token, { card: CARDS.pays })
  expect(world.money.ledger()).toEqual([])
})

test('without a limit a token lives 96 hours', async () => {
  const { app, world } = await aSandbox()
  const token = await aDpoToken(app, { PTL: undefined, PTLtype: undefined })
  await world.scheduler.advance(95 * 60 * MINUTE_MS)
  expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).result).toBe('900')
  await world.scheduler.advance(61 * MINUTE_MS)
  expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).result).toBe('903')
})

test('who goes back leaves with two parameters, and can still pay in another tab', async () => {
  const { app } = await aSandbox()
  const token = await aDpoToken(app)
  const left = await payOn(app, 'dpo', token, { cancel: '1' })
  expect([left.location, parametersOf(left)]).toEqual([
    `${BACK_URL}?TransactionToken=${token}&CompanyRef=REF2345ABCD`,
    { TransactionToken: token, CompanyRef: 'REF2345ABCD' },
  ])
  expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).result).toBe('900')
  expect((await payOn(app, 'dpo', token, { card: CARDS.pays })).location).toContain('CCDapproval')
})

test('VerifyTransaction 0 looks, 1 marks, and only what is paid is marked', async () => {
  const { app, world } = await aSandbox()
  const token = await aDpoToken(app)
  const marked = () => world.store.collection<DpoTransaction>('dpo.transactions').get(token)?.verifiedAt
  await callDpo(app, 'verifyToken', { TransactionToken: token, VerifyTransaction: '1' })
  await payOn(app, 'dpo', token, { card: CARDS.pays })
  await callDpo(app, 'verifyToken', { TransactionToken: token, VerifyTransaction: '0' })
  expect(marked()).toBeUndefined()
  await callDpo(app, 'verifyToken', { TransactionToken: token })
  expect(marked()).toEqual(expect.any(Number))
})

test('a unique reference that was paid is refused, an unpaid one is not', async () => {
  const { app } = await aSandbox()
  await aDpoToken(app)
  const token = await aDpoToken(app)
  await payOn(app, 'dpo', token, { card: CARDS.pays })
  expect((await sendXml(app, createTokenXml())).result).toBe('940')
  expect((await sendXml(app, createTokenXml({ CompanyRefUnique: '0' }))).result).toBe('000')
})

test('paid from the phone: the wallet pays once the prompt is accepted', async () => {
  const receiver = await aReceiver([], 'OK')
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  const before = world.money.total()
  const token = await aDpoToken(app)
  expect((await payOn(app, 'dpo', token, { way: 'mobile', msisdn: '12' })).status).toBe(422)
  await payOn(app, 'dpo', token, { way: 'mobile', msisdn: '90 00 00 01' })
  const [prompt] = world.prompts.of('90000001')
  expect((await app.inject(`/sandbox/dpo/payv2.php?ID=${token}`)).body).toContain('En attente de votre téléphone')
  await world.prompts.answer(prompt?.id ?? '', { answer: 'accept', pin: '1234' })
  expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).field('MobilePaymentRequest')).toBe('Paid')
  expect(world.wallets.find('money', '90000001')?.balance).toBe(48_500)
  await callDpo(app, 'refundToken', { TransactionToken: token, refundAmount: '1500', refundDetails: 'not delivered' })
  expect(world.wallets.find('money', '90000001')?.balance).toBe(50_000)
  expect(world.money.total()).toBe(before)
})

test('a phone that declines, or has too little, leaves the token declined', async () => {
  const { app, world } = await aSandbox()
  const token = await aDpoToken(app)
  for (const [msisdn, answer] of [['90000001', 'decline'] as const, ['90000002', 'accept'] as const]) {
    await payOn(app, 'dpo', token, { way: 'mobile', msisdn })
    await world.prompts.answer(world.prompts.of(msisdn)[0]?.id ?? '', { answer })
    expect((await callDpo(app, 'verifyToken', { TransactionToken: token })).result).toBe('901')
  }
  expect(world.money.ledger()).toEqual([])
})
