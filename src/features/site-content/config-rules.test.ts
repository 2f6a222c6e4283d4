import { expect, test } from 'vitest'
import { packageProblems } from './server/check-package.ts'
import { configProblems } from './config-rules.ts'
import type { ConfigData } from './config-contract.ts'
import { readSeedFiles } from './server/shipped-packages.ts'

const shipped = readSeedFiles().read('product-config', 'fr') as ConfigData

test('AMT-1 the limits that ship with the portal leave room to pay', () => {
  expect(configProblems(shipped)).toEqual([])
})

test.for([
  [{ preMinAmnt: 500, preMaxAmnt: 500, quickAmounts: [500] }, '/preMinAmnt must be below /preMaxAmnt: no amount could be recharged'],
  [{ postMinAmnt: 9000, postMaxAmnt: 8000 }, '/postMinAmnt must be below /postMaxAmnt: no bill could be paid'],
  [{ quickAmounts: [50, 500, 200_000] }, '/quickAmounts must lie between /preMinAmnt and /preMaxAmnt, not 50, 200000'],
] as const)('AMT-1 an editor who imports %j is told', ([change, problem]) => {
  expect(packageProblems('product-config', { ...shipped, ...change }, shipped)).toEqual([problem])
})
