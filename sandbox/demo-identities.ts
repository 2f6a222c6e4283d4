import { BRAND, COUNTRY, demoNumber } from './operator.ts'

/**
 * Who lives in the pretend world. README, tests and people rely on these numbers: they are data, agreed once, and change nowhere else.
 * What the agreed table leaves open (airtime of a postpaid line, dates and amounts of invoices) is settled here.
 */

export type Words = { fr: string; en: string }
export type LineType = 'PREPAID' | 'POSTPAID' | 'HYBRID' | 'BROADBAND'
export type WalletName = 'money' | 'smartcash' | 'mpesa' | 'airtel-money' | 'pispi'

export const OPERATOR_NAME = BRAND.name
export const WALLET_NAMES = ['money', 'smartcash', 'mpesa', 'airtel-money', 'pispi'] as const satisfies readonly WalletName[]
export const WALLET_TITLES = {
  money: BRAND.wallet,
  smartcash: 'SmartCash',
  mpesa: 'M-Pesa',
  'airtel-money': 'Airtel Money',
  pispi: 'PI-SPI',
} as const satisfies Record<WalletName, string>
export const WALLET_PIN = '1234'
export const PIN_TRIES = 5
const MAIL_DOMAIN = `example.${COUNTRY.code.toLowerCase()}`

export type DemoBundle = {
  productCode: string
  name: string
  usage: 'data' | 'voice' | 'sms'
  unit: string
  remaining: number | 'unlimited'
  total: number | 'unlimited'
  daysLeft: number
}

export type DemoLine = {
  msisdn: string
  type: LineType
  accountNo?: string
  airtime: number
  walletBalance: number
  walletsLocked?: true
  bundles?: readonly DemoBundle[]
  note: Words
}

export const DEMO_LINES: readonly DemoLine[] = [
  {
    msisdn: demoNumber('90000001'),
    type: 'PREPAID',
    airtime: 5_000,
    walletBalance: 50_000,
    note: { fr: 'Tout va bien : du crédit et de l’argent partout', en: 'All is well: airtime, and money everywhere' },
  },
  {
    msisdn: demoNumber('90000002'),
    type: 'PREPAID',
    airtime: 100,
    walletBalance: 100,
    note: { fr: 'Jamais assez d’argent', en: 'Never enough money' },
  },
  {
    msisdn: demoNumber('90000003'),
    type: 'POSTPAID',
    accountNo: '1000000003',
    airtime: 0,
    walletBalance: 50_000,
    note: { fr: 'Une facture avec des centimes', en: 'A bill with a fraction' },
  },
  {
    msisdn: demoNumber('90000004'),
    type: 'HYBRID',
    accountNo: '1000000004',
    airtime: 1_000,
    walletBalance: 50_000,
    note: { fr: 'Du crédit et une facture à payer', en: 'Airtime, and a bill to pay' },
  },
  {
    msisdn: demoNumber('90000005'),
    type: 'BROADBAND',
    airtime: 500,
    walletBalance: 50_000,
    bundles: [
      { productCode: 'MIFI_20GB_30D', name: 'MiFi Mois 20 Go', usage: 'data', unit: 'GB', remaining: 12.4, total: 20, daysLeft: 18 },
      {
        productCode: 'MIFI_NIGHT_30D',
        name: 'MiFi Nuits illimitées',
        usage: 'data',
        unit: 'GB',
        remaining: 'unlimited',
        total: 'unlimited',
        daysLeft: 25,
      },
    ],
    note: { fr: 'Routeur MiFi, deux forfaits actifs dont un illimité', en: 'MiFi router, two active bundles, one of them unlimited' },
  },
  {
    msisdn: demoNumber('90000006'),
    type: 'PREPAID',
    airtime: 1_000,
    walletBalance: 10_000,
    walletsLocked: true,
    note: { fr: 'Tous les portefeuilles sont bloqués (1006)', en: 'Every wallet is locked (1006)' },
  },
  {
    msisdn: demoNumber('90000007'),
    type: 'POSTPAID',
    accountNo: '1000000007',
    airtime: 0,
    walletBalance: 50_000,
    note: { fr: 'Ne doit rien', en: 'Owes nothing' },
  },
]

/** Any other number of the operator, made at first sight. */
export const UNKNOWN_LINE = { type: 'PREPAID', airtime: 1_000, walletBalance: 10_000 } as const

export type DemoBill = { billNo: string; amount: number; issuedDaysAgo: number; dueInDays: number; isPaid?: true }

export type DemoAccount = {
  accountNo: string
  kind: 'postpaid' | 'fixed-internet'
  holder: string
  msisdn?: string
  email?: string
  bills: readonly DemoBill[]
  note: Words
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    accountNo: '1000000003',
    kind: 'postpaid',
    holder: 'Moussa Idrissa',
    msisdn: demoNumber('90000003'),
    bills: [{ billNo: 'PO-2026-0003', amount: 12_450.5, issuedDaysAgo: 9, dueInDays: 12 }],
    note: { fr: 'Une facture avec des centimes', en: 'One bill with a fraction' },
  },
  {
    accountNo: '1000000004',
    kind: 'postpaid',
    holder: 'Hadiza Oumarou',
    msisdn: demoNumber('90000004'),
    bills: [{ billNo: 'PO-2026-0004', amount: 8_000, issuedDaysAgo: 9, dueInDays: 12 }],
    note: { fr: 'Une facture', en: 'One bill' },
  },
  {
    accountNo: '1000000007',
    kind: 'postpaid',
    holder: 'Salissou Abdou',
    msisdn: demoNumber('90000007'),
    bills: [{ billNo: 'PO-2026-0007', amount: 9_900, issuedDaysAgo: 39, dueInDays: -18, isPaid: true }],
    note: { fr: 'Rien à payer', en: 'Nothing to pay' },
  },
  {
    accountNo: 'P1234567890',
    kind: 'fixed-internet',
    holder: 'Amina Seyni',
    email: `amina@${MAIL_DOMAIN}`,
    msisdn: demoNumber('90000001'),
    bills: [
      { billNo: 'FI-2026-0101', amount: 25_000, issuedDaysAgo: 47, dueInDays: -17 },
      { billNo: 'FI-2026-0102', amount: 25_000, issuedDaysAgo: 17, dueInDays: 13 },
      { billNo: 'FI-2026-0103', amount: 7_500, issuedDaysAgo: 4, dueInDays: 26 },
    ],
    note: { fr: 'Trois factures ouvertes, dont une en retard', en: 'Three open invoices, one overdue' },
  },
  {
    accountNo: 'E1234567890',
    kind: 'fixed-internet',
    holder: 'Sahel Textiles SARL',
    email: `contact@${MAIL_DOMAIN}`,
    msisdn: demoNumber('90000003'),
    bills: [{ billNo: 'FI-2026-0201', amount: 75_000, issuedDaysAgo: 6, dueInDays: 24 }],
    note: { fr: 'Une facture ouverte', en: 'One open invoice' },
  },
  {
    accountNo: 'P0000000000',
    kind: 'fixed-internet',
    holder: 'Issa Vide',
    email: `vide@${MAIL_DOMAIN}`,
    msisdn: demoNumber('90000007'),
    bills: [],
    note: { fr: 'Aucune facture', en: 'No invoice' },
  },
]

/** Accounts that the operator's billing answers with a code of its own. */
export const REFUSED_ACCOUNTS = {
  '1000000099': { code: '60119', message: `Ce compte est résilié. Passez dans une boutique ${BRAND.name}.` },
  '1000000098': { code: '60005', message: 'Ce compte ne peut pas être payé en ligne pour le moment.' },
} as const satisfies Record<string, { code: string; message: string }>

export type PayerBehaviour =
  | 'declined'
  | 'insufficient-funds'
  | 'first-pin-refused'
  | 'never-answers'
  | 'declines-at-once'
  | 'connection-dropped'
  | 'slow-answers'
  | 'late-success'
  | 'notice-five-times'
  | 'notice-before-answer'
  | 'delivery-refused'
  | 'lead-without-id'

/** Payers that misbehave in every wallet. Anyone who is not here is a person who answers on the handset page. */
export const MISBEHAVING_PAYERS: readonly { msisdn: string; behaviour: PayerBehaviour; note: Words }[] = [
  { msisdn: demoNumber('99000001'), behaviour: 'declined', note: { fr: 'Paiement refusé', en: 'Declined' } },
  { msisdn: demoNumber('99000002'), behaviour: 'insufficient-funds', note: { fr: 'Solde insuffisant', en: 'Insufficient funds' } },
  {
    msisdn: demoNumber('99000004'),
    behaviour: 'first-pin-refused',
    note: { fr: 'Le premier code secret est refusé, le second accepté', en: 'First PIN refused as wrong, second accepted' },
  },
  {
    msisdn: demoNumber('99000006'),
    behaviour: 'never-answers',
    note: { fr: 'Ne répond jamais à la demande', en: 'The push is never answered' },
  },
  {
    msisdn: demoNumber('99000008'),
    behaviour: 'declines-at-once',
    note: { fr: 'Le payeur refuse aussitôt', en: 'The payer declines at once' },
  },
  {
    msisdn: demoNumber('99000009'),
    behaviour: 'connection-dropped',
    note: { fr: 'Le prestataire coupe la connexion', en: 'The provider drops the connection' },
  },
  { msisdn: demoNumber('99000010'), behaviour: 'slow-answers', note: { fr: 'Chaque réponse prend 45 s', en: 'Every answer takes 45 s' } },
  {
    msisdn: demoNumber('99000011'),
    behaviour: 'late-success',
    note: { fr: 'Délai dépassé, puis payé 5 minutes plus tard', en: 'Times out, then succeeds 5 minutes later' },
  },
  {
    msisdn: demoNumber('99000012'),
    behaviour: 'notice-five-times',
    note: { fr: 'Payé, l’avis est envoyé cinq fois', en: 'Paid, the notice is sent five times' },
  },
  {
    msisdn: demoNumber('99000013'),
    behaviour: 'notice-before-answer',
    note: { fr: 'L’avis arrive avant la réponse', en: 'The notice arrives before the answer' },
  },
  {
    msisdn: demoNumber('99000014'),
    behaviour: 'delivery-refused',
    note: {
      fr: 'Payé, puis l’opérateur refuse de livrer : remboursement attendu',
      en: 'Paid, then the operator refuses delivery: refund expected',
    },
  },
  {
    msisdn: demoNumber('99000050'),
    behaviour: 'lead-without-id',
    note: { fr: 'Contact d’une demande : acceptée sans numéro de dossier', en: 'As a lead’s contact: accepted without an id' },
  },
]

export function payerBehaviour(msisdn: string): PayerBehaviour | undefined {
  return MISBEHAVING_PAYERS.find((payer) => payer.msisdn === msisdn)?.behaviour
}

export const TEST_CARDS: readonly { number: string; outcome: 'pays' | 'declined' | 'insufficient-funds'; note: Words }[] = [
  { number: '4084084084084081', outcome: 'pays', note: { fr: 'Paie', en: 'Pays' } },
  { number: '4084080000005408', outcome: 'declined', note: { fr: 'Refusée', en: 'Declined' } },
  { number: '4084080000670037', outcome: 'insufficient-funds', note: { fr: 'Solde insuffisant', en: 'Insufficient funds' } },
]
