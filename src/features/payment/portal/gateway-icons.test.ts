import { expect, test } from 'vitest'
import { gatewayIcon } from './gateway-icons.ts'

test('CARD-1 paystack, uba, dpo and cellulant have icons of their own, and any other has the one for others', () => {
  const known = ['paystack', 'uba', 'dpo', 'cellulant']
  expect(known.map((gateway) => gatewayIcon(gateway).name)).toEqual(known)
  expect(new Set([...known, 'other'].map((gateway) => gatewayIcon(gateway).path)).size).toBe(5)
  expect(['flutterwave', '', 'constructor'].map((gateway) => gatewayIcon(gateway).name)).toEqual(['other', 'other', 'other'])
})
