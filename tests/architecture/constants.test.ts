import { globSync, readFileSync } from 'node:fs'
import { ALL_FLAGS_FOLDER } from '../operators/all-flags/folder.ts'
import { expect, test } from 'vitest'
import { CODE_ATTEMPTS, CODE_DIGITS, RESEND_DELAY_SECONDS } from '#features/one-time-code/rules.ts'
import { FIVE_G_RADIUS_METRES } from '#features/coverage/rules.ts'
import { MAX_POPULAR, MAX_POPULAR_IN_CATEGORY, SEARCH_DELAY_MS } from '#features/help/rules.ts'
import { LEAD_SERVICE_TYPE, PAYMENT_DELAY_MS, THANKS_DELAY_MS } from '#features/home-broadband-lead/rules.ts'
import { MAP_ZOOM } from '#features/places/coordinates.ts'
import { MAP_CENTRE } from '#features/places/operator-map.ts'
import { SEARCH_RADIUS_KM } from '#features/shops/rules.ts'
import { DEFAULT_SECONDS, TEXT_SECONDS } from '#portal/browser/session-cache.ts'
import { PAYMENT_TOAST_SECONDS, RECHARGE_TOAST_SECONDS } from '#portal/ui/messages/toasts.ts'
import { NUMBER_CHECK_DELAY_MS, numberLengths } from '#shared/mobile-number.ts'
import { DEFAULT_LANGUAGE } from '#shared/language.ts'
import { readOperator } from '#settings/read-operator.ts'

test('CONST-1 the constants of the specification have its values', () => {
  const { country, money } = readOperator('ne-tenere')
  expect(country).toMatchObject({ code: 'NE', dialCode: '227', channelCode: 'CWAAA' })
  expect(DEFAULT_LANGUAGE).toBe('fr')
  expect(numberLengths(country)).toEqual([8])
  expect(money.payIn).toEqual(['XOF'])
  // Section 9: the currencies of the switch, where it is on.
  expect(readOperator(ALL_FLAGS_FOLDER).money.payIn).toEqual(['XOF', 'USD', 'CDF'])
  expect([CODE_DIGITS, CODE_ATTEMPTS, RESEND_DELAY_SECONDS]).toEqual([6, 5, 60])
  expect([NUMBER_CHECK_DELAY_MS, SEARCH_DELAY_MS]).toEqual([300, 300])
  expect([TEXT_SECONDS, DEFAULT_SECONDS]).toEqual([3600, 10])
  expect([RECHARGE_TOAST_SECONDS, PAYMENT_TOAST_SECONDS]).toEqual([3, 10])
  expect([PAYMENT_DELAY_MS, THANKS_DELAY_MS, LEAD_SERVICE_TYPE]).toEqual([3_000, 6_000, 'HBB_ODU_AW'])
  expect([MAP_CENTRE, MAP_ZOOM]).toEqual([
    { latitude: 13.5137, longitude: 2.1098 },
    { atStart: 9, afterSearch: 15, onShop: 13, onLead: 12 },
  ])
  expect([SEARCH_RADIUS_KM, FIVE_G_RADIUS_METRES, MAX_POPULAR, MAX_POPULAR_IN_CATEGORY]).toEqual([100, 300, 10, 5])
  for (const language of ['fr', 'en'])
    expect(JSON.parse(readFileSync(`content/${language}/product-config.json`, 'utf8'))).toMatchObject({ paymentMaxTry: 10 })
})

/** Constants used by one file are declared there. */
const PRIVATE = {
  'src/features/one-time-code/portal/code-dialog.tsx': 'const CLOSE_DELAY_MS = 11_000',
  'src/features/payment/portal/status-watch.island.ts': 'const QUICK_LOOKS = 5\nconst QUICK_MS = 1_000\nconst SLOW_MS = 10_000',
}

test.for(Object.entries(PRIVATE))('CONST-1 the constants of one file have the values of the specification: %s', ([path, lines]) => {
  expect(readFileSync(path, 'utf8')).toContain(lines)
})

test('CONST-1 each constant is declared once', () => {
  const names = [
    'CODE_ATTEMPTS',
    'CODE_DIGITS',
    'RESEND_DELAY_SECONDS',
    'NUMBER_CHECK_DELAY_MS',
    'TEXT_SECONDS',
    'SEARCH_RADIUS_KM',
    'MAP_CENTRE',
  ]
  const source = globSync('src/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'))
  for (const name of names)
    expect(
      source.filter((text) => new RegExp(`const ${name}\\b`).test(text)),
      name,
    ).toHaveLength(1)
  expect(source.filter((text) => /const CHECK_DELAY_MS/.test(text))).toEqual([])
})
