import { expect, test } from 'vitest'
import { gatewayIcon } from './gateway-icons.ts'

test('CARD-1 paystack, uba, dpo and cellulant have their own icons, and any other gateway has the default one', () => {
  const known = ['paystack', 'uba', 'dpo', 'cellulant']
  expect(known.map((gateway) => gatewayIcon(gateway).name)).toEqual(known)
  expect(new Set([...known, 'other'].map((gateway) => gatewayIcon(gateway).path)).size).toBe(5)
  expect(['flutterwave', '', 'constructor'].map((gateway) => gatewayIcon(gateway).name)).toEqual(['other', 'other', 'other'])
})
