import { expect, test } from 'vitest'
import { internationalNumber, payPageOn, refuseBeforeCalling, unknownToProvider } from './card-gateway.ts'
import { anAttempt, anOrder, NOW } from './connector-testing.ts'
import { ubaConnector } from './uba/uba.connector.ts'

const { info } = ubaConnector({ baseUrl: 'http://127.0.0.1:9', merchantId: 'x', serviceKey: 'x' })

test.for(['https://pay.test/checkout/abc', 'https://pay.test:443/x?y=1'])('53: a page of the provider is let through: %s', (address) => {
  expect(payPageOn(address, ['https://pay.test'])).not.toBeNull()
})

test.for([
  'https://evil.test/',
  'http://pay.test/',
  'https://pay.test.evil.test/',
  'https://pay.test@evil.test/',
  'https://user:secret@pay.test/',
  'https://pay.test:8443/',
  '//pay.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/checkout',
  '',
])('53: any other page is refused: %s', (address) => {
  expect(payPageOn(address, ['https://pay.test'])).toBeNull()
})

test.for([
  ['90000001', '22790000001'],
  ['+22790000001', '22790000001'],
  ['22790000001', '22790000001'],
  ['2279000000', null],
  ['90 00 00 01', null],
  ['', null],
  [null, null],
])('%s is %s for a gateway', ([number, international]) => {
  expect(internationalNumber(number ?? null)).toBe(international)
})

test('nothing leaves the house for a currency or an amount the provider cannot take', () => {
  expect(refuseBeforeCalling(anOrder(), info)).toBeNull()
  expect(refuseBeforeCalling(anOrder({ amount: { minor: 100, currency: 'NGN' } }), info)).toMatchObject({
    kind: 'not-attempted',
    reason: 'currency',
  })
  for (const minor of [0, -1, 1.5, Number.NaN])
    expect(refuseBeforeCalling(anOrder({ amount: { minor, currency: 'XOF' } }), info)).toMatchObject({
      kind: 'not-attempted',
      reason: 'amount',
    })
})

test('a payment the provider does not know ends nothing while its request may be on its way', () => {
  const provider = { code: '1001', text: '' }
  const bornMinutesAgo = (minutes: number) => anAttempt({ createdAt: new Date(NOW.getTime() - minutes * 60_000) })
  expect(unknownToProvider(bornMinutesAgo(1), NOW, provider).state).toBe('unrecognised')
  expect(unknownToProvider(bornMinutesAgo(15), NOW, provider).state).toBe('unrecognised')
  expect(unknownToProvider(bornMinutesAgo(16), NOW, provider).state).toBe('expired')
})
