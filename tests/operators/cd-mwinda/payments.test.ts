import { expect, test } from 'vitest'
import { connectorFor } from '#features/payment/server/methods/connector-for.ts'
import { waysToPay } from '#shared/connector-table.ts'

test('OPR-1 only what payments.json lists is offered, in its order, and nothing else can be started', () => {
  expect(waysToPay()).toEqual(['card', 'money', 'airtime'])
  expect(connectorFor('PAYMENT_GATEWAY', 'dpo')).toBe('dpo')
  for (const mode of ['MPESA', 'SMARTCASH']) expect(() => connectorFor(mode, undefined)).toThrow('method-unavailable')
})
