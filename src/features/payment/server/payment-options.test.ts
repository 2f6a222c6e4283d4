import { expect, test } from 'vitest'
import type { ConnectorId } from '#shared/connector-table.ts'
import { paymentOptions } from './payment-options.ts'

function moneyModes(connected: ConnectorId[], isPinOn: boolean): string[] {
  const options = paymentOptions({
    isConnected: (id) => connected.includes(id),
    isAvailable: () => true,
    isPinOn,
    transactionType: 'PREPAID_RECHARGE',
    lineType: 'PREPAID',
    isSmall: false,
  })
  return options.filter(({ type }) => type === 'AM').map(({ paymentMode }) => paymentMode)
}

test('MM-1 the PIN is asked for where editors switched it on and the wallet can do it; otherwise the phone is asked', () => {
  expect(moneyModes(['money-push', 'money-pin'], true)).toEqual(['TENERE_MONEY'])
  expect(moneyModes(['money-push', 'money-pin'], false)).toEqual(['TENERE_MONEY_PUSH'])
  expect(moneyModes(['money-push'], true)).toEqual(['TENERE_MONEY_PUSH'])
  expect(moneyModes([], true)).toEqual([])
})
