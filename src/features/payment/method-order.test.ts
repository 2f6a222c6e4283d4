import { expect, test } from 'vitest'
import type { PaymentOption } from './contract.ts'
import { placeOptions } from './method-order.ts'

const option = (type: PaymentOption['type'], paymentOpt: string): PaymentOption => ({
  type,
  paymentOpt,
  paymentMode: 'PAYMENT_GATEWAY',
  route: type,
  gateways: [],
  isAvailable: true,
  isSlow: false,
})
const OPTIONS = [
  option('smartcash', 'SmartCash'),
  option('AM', 'Ténéré Money'),
  option('mpesa', 'MPESA'),
  option('PG', 'Debit/Credit Card'),
  option('airtime', 'Airtime'),
]
const listed = (wanted: string) => placeOptions(OPTIONS, wanted).map(({ type }) => type)
const wide = (wanted: string) =>
  placeOptions(OPTIONS, wanted)
    .toSorted((first, second) => (first.widePlace ?? 0) - (second.widePlace ?? 0))
    .map(({ type }) => type)

test('HUB-8 HUB-1 phones use the order of the accordion, wide screens the alphabetical one', () => {
  expect(listed('-')).toEqual(['PG', 'airtime', 'AM', 'mpesa', 'smartcash'])
  expect(wide('-')).toEqual(['airtime', 'PG', 'mpesa', 'smartcash', 'AM'])
})

test('HUB-8 the content may put others first, on every screen', () => {
  expect(listed('money, smartcash')).toEqual(['AM', 'smartcash', 'PG', 'airtime', 'mpesa'])
  expect(wide('money, smartcash')).toEqual(['AM', 'smartcash', 'PG', 'airtime', 'mpesa'])
})

test('HUB-8 unknown words are ignored, and no method is lost by them', () => {
  expect(listed('gold money  money,,ivory')).toEqual(['AM', 'PG', 'airtime', 'mpesa', 'smartcash'])
  expect(listed('')).toHaveLength(OPTIONS.length)
})
