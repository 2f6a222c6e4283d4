import { expect, test } from 'vitest'
import { countedPage, ANALYTICS_PAGE_PATTERN, analyticsPageName } from './rules.ts'

test.for([
  ['/', 'ne_cw_homepage'],
  ['/prepaid-recharge', 'ne_cw_prepaid_recharge'],
  ['/orp/fixed-internet', 'ne_cw_fixed_internet'],
  ['/openNetworks', 'ne_cw_opennetworks'],
  ['/payment/start/card/', 'ne_cw_card'],
] as const)('ROUTE-7 %s is counted as %s', ([path, name]) => {
  expect(analyticsPageName(path, 'NE')).toBe(name)
})

test('ROUTE-7 OPR-1 the pages of an operator in another country are counted under its code', () => {
  expect(analyticsPageName('/about', 'CD')).toBe('cd_cw_about')
  expect(new RegExp(ANALYTICS_PAGE_PATTERN).test('cd_cw_about')).toBe(true)
})

test('abuse 40 API-7 a page name that holds a number or an identifier is not counted', () => {
  expect(new RegExp(ANALYTICS_PAGE_PATTERN).test(analyticsPageName('/payment/status/90000001', 'NE'))).toBe(false)
  expect(new RegExp(ANALYTICS_PAGE_PATTERN).test(analyticsPageName('/prepaid-recharge', 'NE'))).toBe(true)
})

test.for([
  ['ne_cw_pin_1234', 'ne_cw_pin_'],
  ['ne_cw_4084_0840_8408_4081', 'ne_cw____'],
  ['ne_cw_105_mon_solde', 'ne_cw_105_mon_solde'],
  ['ne_cw_homepage', 'ne_cw_homepage'],
] as const)('abuse 86 no PIN and no card in pieces is counted as a page: %s', ([page, counted]) => expect(countedPage(page)).toBe(counted))

test('LINK-4 RCPT-4 which link or receipt was opened is not counted, only that one was', () => {
  expect(countedPage(analyticsPageName('/r/bcdfghjklmnpqrstvwxzbcdf', 'NE'))).toBe('ne_cw_signed_link')
  expect(countedPage(analyticsPageName('/v/GV95ULKNDHNBGbcdfghjklm', 'NE'))).toBe('ne_cw_signed_link')
  expect(countedPage(analyticsPageName('/ask', 'NE'))).toBe('ne_cw_ask')
})
