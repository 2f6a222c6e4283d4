import { reading, type Reading } from '../protocol-document.ts'

/** What our connector must make of CinetPay's messages (cinetpay-document.ts). */

const refusedStart = (code: string, means: string, status = 400) => reading('payment', status, 'problem', { code, message: 'x' }, means)
const other = (code: string, means: string, status: string) =>
  reading('check', 200, 'checkedOther', { code, message: 'x', data: { status } }, means)
const withoutStatus = (code: string, means: string) =>
  reading('check', 200, 'checkedOther', { code, message: 'x', data: {} }, means, { size: 'smallest' })

export const CINETPAY_READINGS: readonly Reading[] = [
  reading('payment', 200, 'created', {}, 'accepted'),
  reading('payment', 200, 'created', { data: { payment_url: 'https://elsewhere.example/x' } }, 'no answer'),
  refusedStart('608', 'rejected provider'),
  refusedStart('609', 'rejected config', 403),
  refusedStart('613', 'rejected config'),
  refusedStart('612', 'rejected currency'),
  refusedStart('641', 'rejected amount'),
  // An unknown error of its own may hide a page.
  refusedStart('624', 'no answer'),
  refusedStart('609', 'rejected config', 200),
  reading('payment', 400, 'problem', { code: '608', message: 'transaction_id already exists' }, 'no answer'),

  reading('check', 200, 'checkedPaid', { code: '00' }, 'paid'),
  reading('check', 200, 'checkedPaid', { code: '00', data: { metadata: 'SOMEBODYELSE' } }, 'unrecognised'),
  reading('check', 200, 'checkedPaid', { code: '00', data: { amount: '1495' } }, 'unrecognised'),
  reading('check', 200, 'checkedPaid', { code: '00', data: { currency: 'XAF' } }, 'unrecognised'),
  ...['623', '662', '663', '664'].map((code) => other(code, 'pending', 'WAITING_FOR_CUSTOMER')),
  ...['623', '662', '663', '664'].map((code) => withoutStatus(code, 'pending')),
  other('662', 'unrecognised', 'REFUSED'),
  other('600', 'declined other', 'REFUSED'),
  withoutStatus('600', 'declined other'),
  other('602', 'declined insufficient_funds', 'REFUSED'),
  other('604', 'declined other', 'REFUSED'),
  other('606', 'declined other', 'REFUSED'),
  other('627', 'cancelled', 'REFUSED'),
  withoutStatus('603', 'unrecognised'),
  other('804', 'unrecognised', 'WAITING_FOR_CUSTOMER'),
  other('804', 'declined other', 'REFUSED'),
  reading('check', 200, 'problem', { code: '625', message: 'ABONNEMENT_OR_TRANSACTIONS_EXPIRED' }, 'unrecognised'),
  reading('check', 400, 'problem', { code: '609', message: 'AUTH_NOT_FOUND' }, 'unrecognised'),
  reading('check', 404, 'problem', { code: '404', message: 'TRANSACTION_NOT_FOUND' }, 'unrecognised'),

  reading('notice', 0, 'notice', { cpm_error_message: 'SUCCES' }, 'paid'),
  reading('notice', 0, 'notice', { cpm_error_message: 'PAYMENT_FAILED' }, 'unrecognised'),
  reading('notice', 0, 'notice', { cpm_site_id: '227002' }, 'irrelevant'),
]
