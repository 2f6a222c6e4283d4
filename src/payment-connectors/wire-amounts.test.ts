import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dpoConnector } from './dpo/dpo.connector.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import { toWire, type ConnectorInfo } from './payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { paystackConnector } from './paystack/paystack.connector.ts'
import { cellulantConnector } from './cellulant/cellulant.connector.ts'
import { ubaConnector } from './uba/uba.connector.ts'
import { fromDecimal, fromWhole, toDecimalText } from './wire-amounts.ts'

const baseUrl = 'http://127.0.0.1:9'
const paystack = paystackConnector({ baseUrl, secretKey: 'sk_test_x', publicKey: 'pk_test_x' }).info
const others: ConnectorInfo[] = [
  dpoConnector({ baseUrl, companyToken: 'x', serviceType: '1' }).info,
  cellulantConnector({ baseUrl, apiKey: 'x', clientId: 'x', clientSecret: 'x', serviceCode: 'x' }).info,
  ubaConnector({ baseUrl, merchantId: 'x', serviceKey: 'x' }).info,
]

const francs = fc.integer({ min: 1, max: 1_000_000_000 })
const money: fc.Arbitrary<Money> = fc.record({ minor: francs, currency: fc.constantFrom(...Object.keys(CURRENCY_EXPONENT)) })

test('S12: for Paystack 1 500 F is 150000, for all others it is 1500', () => {
  expect(toWire({ minor: 1500, currency: 'XOF' }, paystack)).toBe(150_000)
  for (const info of others) expect(toDecimalText({ minor: 1500, currency: 'XOF' }, info)).toBe('1500')
})

test('S12: an amount sent to Paystack is read back the same, for every amount', () => {
  fc.assert(
    fc.property(money, (amount) => {
      fc.pre(paystack.wireExponent[amount.currency] !== undefined)
      expect(fromWhole(toWire(amount, paystack), amount.currency, paystack)).toEqual(amount)
    }),
  )
  fc.assert(
    fc.property(francs, (minor) => {
      expect(toWire({ minor, currency: 'XOF' }, paystack)).toBe(minor * 100)
    }),
  )
  fc.assert(
    fc.property(francs, (minor) => {
      expect(toWire({ minor, currency: 'NGN' }, paystack)).toBe(minor)
    }),
  )
})

test('S12: an amount in francs where hundredths were expected is never read as the same amount', () => {
  fc.assert(
    fc.property(francs, (minor) => {
      expect(fromWhole(minor, 'XOF', paystack)?.minor).not.toBe(minor)
    }),
  )
})

test('S12: a decimal amount is read as it was written, for every currency and every number of decimals', () => {
  fc.assert(
    fc.property(money, fc.integer({ min: 0, max: 4 }), fc.constantFrom(...others), (amount, decimals, info) => {
      expect(fromDecimal(toDecimalText(amount, info, decimals), amount.currency, info)).toEqual(amount)
    }),
  )
})

test('S12: a decimal amount has the value of its digits', () => {
  fc.assert(
    fc.property(francs, (minor) => {
      const [info] = others as [ConnectorInfo]
      expect(Number(toDecimalText({ minor, currency: 'XOF' }, info))).toBe(minor)
      expect(fromDecimal(minor * 100, 'XOF', info)).toEqual({ minor: minor * 100, currency: 'XOF' })
      expect(Math.round(Number(toDecimalText({ minor, currency: 'USD' }, info)) * 100)).toBe(minor)
    }),
  )
})

test.for([
  '',
  ' ',
  '-1',
  '+1',
  '1e3',
  '1,500',
  '1 500',
  '1500.',
  '.5',
  '0x10',
  'NaN',
  'Infinity',
  '１５００',
  '1500.5',
  null,
  undefined,
  true,
  [1500],
  {},
  Number.NaN,
  1e21,
  -5,
])('%j is no amount of francs', (value) => {
  for (const info of others) expect(fromDecimal(value, 'XOF', info)).toBeNull()
  expect(fromWhole(value, 'XOF', paystack)).toBeNull()
})

test.for(['xof', 'XO', 'ABC', '__proto__', 'constructor', '', 952, null, undefined])('an amount in %j is not read', (currency) => {
  for (const info of others) expect(fromDecimal('1500', currency, info)).toBeNull()
  expect(fromWhole(150_000, currency, paystack)).toBeNull()
})

test('OPR-2 thousandths are not written in hundredths', () => {
  expect(() => toWire({ minor: 1500, currency: 'TND' }, paystack)).toThrow(RangeError)
  expect(fromWhole(1500, 'TND', paystack)).toBeNull()
})

test('half a franc is no amount, in hundredths either', () => {
  expect(fromWhole(150_050, 'XOF', paystack)).toBeNull()
  expect(fromDecimal('1500.0000', 'XOF', others[0] as ConnectorInfo)).toEqual({ minor: 1500, currency: 'XOF' })
})

test('an amount beyond exact numbers is refused, never rounded', () => {
  expect(fromDecimal('999999999999999', 'USD', others[0] as ConnectorInfo)).toBeNull()
  expect(() => toWire({ minor: Number.MAX_SAFE_INTEGER, currency: 'XOF' }, paystack)).toThrow(RangeError)
})
