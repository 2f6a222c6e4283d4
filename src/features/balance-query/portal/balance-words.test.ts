import { expect, test } from 'vitest'
import texts from '#content/fr/balance-translation.json' with { type: 'json' }
import type { BalanceItem } from '../contract.ts'
import { balanceName } from './balance-words.ts'

const ITEM: BalanceItem = {
  serviceType: 'DATA',
  balanceId: '1',
  balanceDescription: 'DATA',
  balance: 1,
  unitType: 'GB',
  balanceType: 'limited',
  expireTime: null,
  initialBalance: null,
}

test('BB-2 a bundle that the operator does not name is called by its service, in the visitor’s language', () => {
  expect(balanceName(ITEM, texts)).toBe('Données')
  expect(balanceName({ ...ITEM, balanceDescription: 'Mois 5 Go' }, texts)).toBe('Mois 5 Go')
})
