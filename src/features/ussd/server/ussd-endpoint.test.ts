import { expect, test } from 'vitest'
import { createGatewayAuth, numberOf } from './ussd-endpoint.ts'

const KEY = 'k'.repeat(40)
const mayEnter = createGatewayAuth(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'], [KEY])

test('USSD-2 a known address with the right key is accepted in every notation', () => {
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:198.51.100.9', '2001:db8::1']) expect(mayEnter(ip, KEY), ip).toBe(true)
})

test('USSD-2 abuse 5 unknown addresses, wrong keys and invalid addresses are rejected', () => {
  for (const ip of ['203.0.113.8', '198.51.101.1', '2001:db9::1', '::1', '', 'localhost']) expect(mayEnter(ip, KEY), ip).toBe(false)
  for (const shown of [undefined, '', KEY.slice(1), `${KEY}k`, [KEY], KEY.toUpperCase()]) expect(mayEnter('203.0.113.7', shown)).toBe(false)
})

test('USSD-2 only complete numbers of this country are lines', () => {
  expect(numberOf('+22790123456')).toBe('90123456')
  expect(numberOf('22790123456')).toBe('90123456')
  for (const given of ['90123456', '+22890123456', '22990123456', '+2279012345', '+227901234567', '+22790123456 ', '0022790123456'])
    expect(numberOf(given), given).toBeNull()
})
