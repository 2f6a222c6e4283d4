import { reading, type Reading } from '../protocol-document.ts'

/** What our connector must make of DPO's messages (dpo-document.ts). */

const created = (Result: string, means: string) =>
  reading('createToken', 200, Result === '000' ? 'created' : 'createRefused', { API3G: { Result } }, means)

const MESSAGE_OF: Readonly<Record<string, string>> = {
  '000': 'verifiedPaid',
  '002': 'verifiedPaid',
  '001': 'verifiedOpen',
  '900': 'verifiedOpen',
  '901': 'verifiedOpen',
  '903': 'verifiedOpen',
  '904': 'verifiedOpen',
}

const seen = (Result: string, means: string, more: object = {}) =>
  reading('verifyToken', 200, MESSAGE_OF[Result] ?? 'verifyRefused', { API3G: { Result, FraudAlert: '000', ...more } }, means)
const refused = (Result: string) => reading('verifyToken', 200, 'verifyRefused', { API3G: { Result } }, 'unrecognised')
const refundRefused = (Result: string, means: string) => reading('refundToken', 200, 'refundRefused', { API3G: { Result } }, means)
const AFTER_PAYMENT = { others: { verifyToken: { status: 200, message: 'verifiedPaid', given: {} } } }
const refunds = (Refund: object[] | undefined, means: string) =>
  reading('verifyRefund', 200, 'refunds', { API3G: { Refunds: { Refund } } }, means, AFTER_PAYMENT)
const given = (Code: string, means: string) =>
  refunds([{ Code, RefundStatus: 'in words', RefundDate: '2026/11/15', RefundAmount: '1500.00' }], means)

const CONFIG = ['801', '802', '803', '804', '902', '922', '923', '930', '950', '960']

export const DPO_READINGS: readonly Reading[] = [
  created('000', 'accepted'),
  ...CONFIG.map((code) => created(code, 'rejected config')),
  created('904', 'rejected currency'),
  created('905', 'rejected limit'),
  created('906', 'rejected limit'),
  // Our reference exists and was paid: anything but a refusal.
  created('940', 'no answer'),

  seen('000', 'paid'),
  seen('000', 'paid', { FraudAlert: '001' }),
  seen('000', 'unrecognised', { FraudAlert: '002' }),
  seen('002', 'unrecognised', { TransactionAmount: '1500.00' }),
  seen('002', 'paid', { TransactionAmount: '1400.00' }),
  seen('001', 'pending'),
  seen('900', 'pending'),
  seen('901', 'declined card_declined'),
  seen('901', 'declined insufficient_funds', { ResultExplanation: 'Insufficient funds' }),
  seen('903', 'expired'),
  seen('904', 'cancelled'),
  ...['801', '802', '803', '804', '902', '950'].map(refused),

  reading('refundToken', 200, 'refundTaken', { API3G: { Result: '000' } }, 'refunding'),
  ...['801', '802', '803', '804', '950'].map((code) => refundRefused(code, 'declined config')),
  refundRefused('999', 'declined provider'),

  given('003', 'refunded'),
  given('009', 'refunding'),
  given('008', 'declined provider'),
  refunds(undefined, 'unrecognised'),
  reading('verifyRefund', 200, 'refundsRefused', { API3G: { Result: '902' } }, 'unrecognised', AFTER_PAYMENT),

  reading('notice', 0, 'verifiedPaid', { API3G: { Result: '000', FraudAlert: '000', CompanyRef: 'ABCDEFGH2345' } }, 'paid'),
]
