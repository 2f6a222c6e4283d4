import { expect, test } from 'vitest'
import type { BalanceItem } from './contract.ts'
import { usageOf } from './rules.ts'

const item = (change: Partial<BalanceItem>): BalanceItem => ({
  serviceType: 'DATA',
  balanceId: 'B',
  balanceDescription: 'Mois 20 Go',
  balance: 12.4,
  unitType: 'GB',
  balanceType: 'limited',
  expireTime: null,
  initialBalance: 20,
  ...change,
})

test.for<[Partial<BalanceItem>, object]>([
  [{}, { kind: 'share', percentLeft: 62, state: 'enough' }],
  [{ balance: 1.9 }, { kind: 'share', percentLeft: 10, state: 'low' }],
  [{ balance: 0 }, { kind: 'share', percentLeft: 0, state: 'empty' }],
  [{ balance: -1 }, { kind: 'share', percentLeft: 0, state: 'empty' }],
  [{ balance: 25 }, { kind: 'share', percentLeft: 100, state: 'enough' }],
  [{ initialBalance: null }, { kind: 'counted' }],
  [{ initialBalance: 0 }, { kind: 'counted' }],
  [{ balance: null, balanceType: 'unlimited', initialBalance: null }, { kind: 'unlimited' }],
])('BB-2 a bundle with %j is shown as %j', ([change, usage]) => {
  expect(usageOf(item(change))).toEqual(usage)
})
