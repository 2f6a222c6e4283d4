import { expect, test } from 'vitest'
import { connectProviders } from '../../../src/composition/payment-providers.ts'
import { connectorFor } from '#features/payment/server/methods/connector-for.ts'
import { readSettings } from '#settings/settings.ts'
import { waysToPay } from '#shared/connector-table.ts'

test('OPR-1 only what payments.json lists is offered, in its order, and nothing else can be started', () => {
  expect(waysToPay()).toEqual(['card', 'money', 'airtime'])
  expect(connectorFor('PAYMENT_GATEWAY', 'dpo')).toBe('dpo')
  for (const mode of ['MPESA', 'SMARTCASH']) expect(() => connectorFor(mode, undefined)).toThrow('method-unavailable')
})

test('OPR-1 what is not listed stays connected, so that payments which began with it are followed to their end', () => {
  const { gateways, wallets } = readSettings({})
  expect([...connectProviders(gateways, wallets).keys()]).toEqual(expect.arrayContaining(['mpesa', 'smartcash']))
})
