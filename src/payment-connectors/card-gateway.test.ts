import { expect, test } from 'vitest'
import { internationalNumber, refuseBeforeCalling, unknownToProvider } from './card-gateway.ts'
import { anAttempt, anOrder, NOW } from './testing/connector-testing.ts'
import { ubaConnector } from './uba/uba.connector.ts'

const { info } = ubaConnector({ baseUrl: 'http://127.0.0.1:9', merchantId: 'x', serviceKey: 'x' })

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

test('nothing is sent for a currency or an amount the provider cannot take', () => {
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

test("nothing is sent for an amount beyond the provider's minimum, maximum or step", () => {
  const limited = { ...info, amounts: { XOF: { min: 100, max: 2000, step: 5 } } }
  expect(refuseBeforeCalling(anOrder(), limited)).toBeNull()
  for (const minor of [95, 2005, 1502])
    expect(refuseBeforeCalling(anOrder({ amount: { minor, currency: 'XOF' } }), limited)).toMatchObject({ reason: 'amount' })
})

test('a payment unknown to the provider does not end while its request may be on its way', () => {
  const provider = { code: '1001', text: '' }
  const bornMinutesAgo = (minutes: number) => anAttempt({ createdAt: new Date(NOW.getTime() - minutes * 60_000) })
  expect(unknownToProvider(bornMinutesAgo(1), NOW, provider).state).toBe('unrecognised')
  expect(unknownToProvider(bornMinutesAgo(15), NOW, provider).state).toBe('unrecognised')
  expect(unknownToProvider(bornMinutesAgo(16), NOW, provider).state).toBe('expired')
})
