import { expect, test } from 'vitest'
import type { ConnectorId } from '#shared/connector-table.ts'
import { canTake, paymentOptions } from './payment-options.ts'

function moneyModes(connected: ConnectorId[], isPinOn: boolean): string[] {
  const options = paymentOptions({
    isConnected: (id) => connected.includes(id),
    isAvailable: () => true,
    isSlow: () => false,
    isPinOn,
    transactionType: 'PREPAID_RECHARGE',
    lineType: 'PREPAID',
    isSmall: false,
  })
  return options.filter(({ type }) => type === 'AM').map(({ paymentMode }) => paymentMode)
}

test('MM-1 the PIN is requested where editors switched it on and the wallet supports it; otherwise the phone gets a request', () => {
  expect(moneyModes(['money-push', 'money-pin'], true)).toEqual(['TENERE_MONEY'])
  expect(moneyModes(['money-push', 'money-pin'], false)).toEqual(['TENERE_MONEY_PUSH'])
  expect(moneyModes(['money-push'], true)).toEqual(['TENERE_MONEY_PUSH'])
  expect(moneyModes([], true)).toEqual([])
})

test('HUB-1 a method is slow when all its working connectors are, and never while none of them works', () => {
  const cards = (isAvailable: (id: ConnectorId) => boolean, isSlow: (id: ConnectorId) => boolean) =>
    paymentOptions({
      isConnected: (id) => id === 'dpo' || id === 'paystack',
      isAvailable,
      isSlow,
      isPinOn: false,
      transactionType: 'PREPAID_RECHARGE',
      lineType: 'PREPAID',
      isSmall: false,
    })[0]?.isSlow
  expect(
    cards(
      () => true,
      () => true,
    ),
  ).toBe(true)
  expect(
    cards(
      () => true,
      (id) => id === 'dpo',
    ),
  ).toBe(false)
  expect(
    cards(
      (id) => id === 'dpo',
      (id) => id === 'dpo',
    ),
  ).toBe(true)
  expect(
    cards(
      () => false,
      () => true,
    ),
  ).toBe(false)
})

test.for([
  ['its currency, in whole units', { minor: 250_000, currency: 'CDF' }, true],
  ['centimes that cannot be written', { minor: 250_050, currency: 'CDF' }, false],
  ['nothing', { minor: 0, currency: 'CDF' }, false],
  ['another currency', { minor: 250_000, currency: 'KES' }, false],
] as const)('OPR-2 a provider of whole units can take: %s', ([, amount, isTaken]) => {
  expect(canTake({ currencies: ['CDF'], wireExponent: { CDF: 0, KES: 0 } }, amount)).toBe(isTaken)
})

test.for([
  [{ minor: 95, currency: 'XOF' }, false],
  [{ minor: 100, currency: 'XOF' }, true],
  [{ minor: 102, currency: 'XOF' }, false],
  [{ minor: 1_000_000, currency: 'XOF' }, true],
  [{ minor: 1_000_005, currency: 'XOF' }, false],
  [{ minor: 1, currency: 'USD' }, true],
] as const)('a provider with a minimum, a maximum and a step is offered for %j: %s', ([amount, isTaken]) => {
  const amounts = { XOF: { min: 100, max: 1_000_000, step: 5 } }
  expect(canTake({ currencies: ['XOF', 'USD'], wireExponent: { XOF: 0, USD: 2 }, amounts }, amount)).toBe(isTaken)
})
