import type { DpoStanding, DpoTransaction } from './dpo-transactions.ts'
import { writeXml, type XmlField } from './xml.ts'

const REFUSALS = {
  801: 'Request missing company token',
  802: 'Company token does not exist',
  803: 'No request or error in Request type name',
  804: 'Error in XML',
  902: 'Request missing transaction level mandatory fields',
  904: 'Currency not supported',
  905: 'The transaction amount has exceeded your allowed transaction limit',
  940: 'CompanyREF already exists and paid',
  950: 'Request missing mandatory fields',
  960: 'Tag has been sent multiple times',
  999: 'Refused',
} as const

export type Refusal = { code: `${keyof typeof REFUSALS}`; explanation: string }

export function refusal(code: Refusal['code'], about?: string): Refusal {
  const text = REFUSALS[Number(code) as keyof typeof REFUSALS]
  return { code, explanation: about === undefined ? text : `${text} - ${about}` }
}

/** `999` is each call's own word for "not done, because". */
export function notDone(what: string, reason: string): Refusal {
  return { code: '999', explanation: `${what} - ${reason}` }
}

export function answer(result: string, explanation: string, fields: Record<string, XmlField | undefined> = {}): string {
  return writeXml('API3G', { Result: result, ResultExplanation: explanation, ...fields })
}

const STANDINGS = {
  open: ['900', 'Transaction not paid yet'],
  waiting: ['900', 'Transaction not paid yet'],
  declined: ['901', 'Transaction declined'],
  expired: ['903', 'The transaction passed the Payment Time Limit'],
  cancelled: ['904', 'Transaction cancelled'],
  paid: ['000', 'Transaction Paid'],
} as const satisfies Record<DpoStanding, readonly [string, string]>

/** The answer to verifyToken; with its names added, also the push notice. */
export function verifyFields(transaction: DpoTransaction, standing: DpoStanding): Record<string, XmlField | undefined> {
  const { amount, currency, customer, card, mobile, paidBy, approval, paidAt } = transaction
  const [result, explanation] = STANDINGS[standing]
  const isPaid = standing === 'paid'
  const shownAmount = isPaid ? amount.toFixed(2) : '0.00'
  return {
    Result: result,
    ResultExplanation: explanation,
    CustomerName: customer.name,
    CustomerCredit: paidBy === 'card' ? (card?.last4 ?? '') : '',
    CustomerCreditType: paidBy === 'card' ? 'Visa' : '',
    TransactionApproval: isPaid ? (approval ?? '') : '',
    TransactionCurrency: currency,
    TransactionAmount: amount.toFixed(2),
    FraudAlert: '000',
    FraudExplnation: 'Genuine transaction',
    TransactionNetAmount: shownAmount,
    TransactionSettlementDate: paidAt === undefined ? '' : dayOf(paidAt),
    TransactionRollingReserveAmount: '0.00',
    TransactionRollingReserveDate: '',
    CustomerPhone: mobile?.msisdn ?? customer.phone,
    CustomerCountry: customer.country,
    CustomerAddress: '',
    CustomerCity: '',
    CustomerZip: '',
    MobilePaymentRequest: paidBy === 'mobile' ? 'Paid' : mobile ? 'Sent' : 'Not sent',
    AccRef: '',
    TransactionFinalCurrency: isPaid ? currency : '',
    TransactionFinalAmount: shownAmount,
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10).replaceAll('-', '/')
}

const REQUIRED = ['Result', 'ResultExplanation']
const REQUIRED_OF_PAID = [...REQUIRED, 'TransactionAmount', 'TransactionCurrency']

/** As little as a client can work with: the library of DPO itself looks at nothing else. */
export function sparseFields(fields: Record<string, XmlField | undefined>): Record<string, XmlField | undefined> {
  const names = fields['Result'] === '000' ? REQUIRED_OF_PAID : REQUIRED
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}
