import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { SERVICES } from '#features/site-content/ussd-services.ts'
import type { MoneyState, Place, View } from '#features/ussd/places.ts'

/** The longest possible value of each view, for the test that measures every screen and the table in docs/ussd.md. */

const NUMBER = numberOf('90123456')
const AMOUNT = 100_000_000
const STATES = [
  'not-asked',
  'waiting',
  'being-confirmed',
  'being-checked',
  'not-taken',
  'other-way',
  'taken',
  'delivered',
  'coming-back',
  'given-back',
  'held',
  'second-coming-back',
  'second-given-back',
  'delivered-coming-back',
  'delivered-given-back',
]
const LONG_NAME = 'Semaine International Afrique de l’Ouest 20 Go + 120 min + 500 SMS'
const many = <Item>(count: number, make: (index: number) => Item) => Array.from({ length: count }, (_none, index) => make(index))
const stateOf = (money: string, number: string | null = NUMBER): MoneyState => ({
  amount: AMOUNT,
  reference: 'GABCDEFGHJKLM',
  money,
  number,
})
const PAY: Place & { at: 'pay' } = { at: 'pay', purchaseId: 'p', amount: AMOUNT, way: 'money', isRepeat: false }
const PROBLEMS = [
  'line-does-not-fit',
  'amount-out-of-limits',
  'bundle-not-sold',
  'operator-unavailable',
  'too-many-requests',
  'too-many-pushes',
  'method-unavailable',
  'payer-number-invalid',
  'airtime-cap',
  'no-pending-payment',
  'nothing-due',
  'due-changed',
  'being-paid',
  'something-went-wrong',
  'no-way',
] as const
const GOODS = [
  { kind: 'airtime', msisdn: NUMBER, amount: AMOUNT },
  { kind: 'bundle', msisdn: NUMBER, productCode: 'X' },
  { kind: 'postpaid-bill', msisdn: NUMBER, amount: AMOUNT },
] as const

export const LONGEST_VIEWS: readonly (readonly [name: string, view: View])[] = [
  ['home', { at: 'home', services: SERVICES }],
  ['resume', { at: 'resume', service: 'payment', trail: [] }],
  ['recharge', { at: 'whose-line', service: 'recharge', own: NUMBER }],
  ['bundles', { at: 'whose-line', service: 'bundles', own: NUMBER }],
  ['type a number', { at: 'type-number', leadsTo: 'recharge-amount' }],
  ['type an amount', { at: 'type-amount', kind: 'airtime', msisdn: NUMBER, min: AMOUNT, max: AMOUNT }],
  ['type an amount, bill', { at: 'type-amount', kind: 'postpaid-bill', msisdn: NUMBER, min: AMOUNT, max: AMOUNT }],
  [
    'bundle categories',
    { at: 'bundle-categories', msisdn: NUMBER, categories: ['data', 'internet', 'voice', 'sms', 'international', 'roaming', LONG_NAME] },
  ],
  ['no bundles', { at: 'bundle-categories', msisdn: NUMBER, categories: [] }],
  [
    'bundle periods',
    {
      at: 'bundle-periods',
      msisdn: NUMBER,
      category: 'international',
      periods: ['Hour', 'Night', 'Day', 'Week', 'Month', 'Year', 'Others', LONG_NAME],
    },
  ],
  [
    'bundle list',
    {
      at: 'bundle-list',
      msisdn: NUMBER,
      category: LONG_NAME,
      bundles: many(30, (index) => ({ name: LONG_NAME, amount: AMOUNT, productCode: String(index) })),
    },
  ],
  ['bill', { at: 'bill', own: NUMBER, due: { amount: AMOUNT, debt: '' }, isPostpaid: true }],
  ['bill, nothing due', { at: 'bill', own: NUMBER, due: null, isPostpaid: true }],
  ['bill, prepaid line', { at: 'bill', own: NUMBER, due: null, isPostpaid: false }],
  ...GOODS.map(
    (goods) =>
      [
        `confirm, ${goods.kind}`,
        { at: 'confirm', goods, purchaseId: 'p', name: LONG_NAME, amount: AMOUNT, ways: ['money', 'airtime'] },
      ] as const,
  ),
  ['confirm, no way', { at: 'confirm', goods: GOODS[0], purchaseId: 'p', name: '', amount: AMOUNT, ways: [] }],
  ...STATES.map((money) => [`asked, ${money}`, { at: 'asked', state: stateOf(money) }] as const),
  ...STATES.map((money) => [`asked twice, ${money}`, { at: 'twice', state: stateOf(money), minutes: 10, pay: PAY }] as const),
  ...STATES.map((money) => [`last payment, ${money}`, { at: 'payment', state: stateOf(money) }] as const),
  ['last payment, bill', { at: 'payment', state: stateOf('second-coming-back', null) }],
  ['no payment', { at: 'payment', state: null }],
  [
    'balance',
    {
      at: 'balance',
      own: NUMBER,
      items: [
        { label: '', isAirtime: true, left: { value: AMOUNT, unit: 'XOF' }, day: null },
        ...many(12, () => ({ label: LONG_NAME, isAirtime: false, left: { value: 1234.5, unit: 'MB' }, day: '31/12' })),
      ],
    },
  ],
  ['no balance', { at: 'balance', own: NUMBER, items: [] }],
  ['regions', { at: 'regions', regions: ['Agadez', 'Diffa', 'Dosso', 'Maradi', 'Niamey', 'Tahoua', 'Tillabéri', 'Zinder'] }],
  ['towns', { at: 'towns', region: 'Tillabéri', towns: many(20, (index) => `Guidan Roumdji Nord ${index}`) }],
  [
    'shops',
    {
      at: 'shops',
      town: 'Guidan Roumdji',
      shops: many(20, () => ({ name: LONG_NAME, address: `${LONG_NAME} ${LONG_NAME}`, phone: NUMBER })),
    },
  ],
  [
    'contact',
    {
      at: 'contact',
      number: '300',
      hours: [
        { days: 'Le 300, tous les jours', time: '24 h sur 24' },
        { days: 'WhatsApp, du lundi au samedi', time: '8 h – 20 h' },
        { days: 'Boutiques', time: 'selon la boutique' },
      ],
    },
  ],
  ['contact, without hours', { at: 'contact', number: '300', hours: [] }],
  ...PROBLEMS.map((kind) => [`problem, ${kind}`, { at: 'problem', kind }] as const),
]

function numberOf(text: string): MobileNumber {
  if (!isMobileNumber(text)) throw new RangeError(`${text} is no number`)
  return text
}
