/** The menu on phones is ours: the specification knows the web only. */
export const PHONE_MENU = {
  'USSD-1': 'a menu on any phone: choices, 0 back, 00 home, 98 more, numbers and amounts typed',
  'USSD-2': 'who may speak for the phones, and in what form',
  'USSD-3': 'every screen fits every phone, in French and English',
  'USSD-4': 'recharge, bundles, bills, balance, shops and contact by the rules of the web',
  'USSD-5': 'one purchase, however often and in whatever order it is sent',
  'USSD-6': 'a cut session goes on; the last payment is told',
  'USSD-7': 'an answer within two seconds, and an SMS with the link',
  'USSD-8': 'budgets of numbers and gateways; airtime has a cap in a day',
  'USSD-9': 'many at once, and a gateway in trouble',
} as const
