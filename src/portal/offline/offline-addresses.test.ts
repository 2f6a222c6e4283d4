import { expect, test } from 'vitest'
import { KEEPABLE, PACK_PAGES, pageInstead } from './offline-addresses.ts'

test.for([
  ['/gethelp', '/gethelp/all'],
  ['/gethelp/remboursement/debite', '/gethelp/all'],
  ['/gethelp/question/701-j-ai-ete-debite-mais-je-n-ai-rien', '/gethelp/all#q701'],
  ['/gethelp/question/x', '/gethelp/all'],
  ['/storeLocator', '/storeLocator/all'],
  ['/store_finder/dealers', '/storeLocator/all'],
  ['/', null],
  ['/payment/gethelp', null],
  ['/prepaid-recharge', null],
])('OFF-5 without a network %s is served by %s, if that is stored', ([path, instead]) => {
  expect(pageInstead(path ?? '')).toBe(instead)
})

test('OFF-2 OFF-5 what is fetched on purpose may be kept', () => {
  expect(PACK_PAGES.filter((path) => !KEEPABLE.test(path))).toEqual([])
})
