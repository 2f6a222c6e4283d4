import type { BillLookups } from '#features/bills/server/look-up-bills.ts'
import type { LineType } from '#features/line/contract.ts'
import type { ProductConfig } from '#features/product-config/server/product-config.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { isXof, xof } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { TRANSACTION_LABELS } from '#shared/transaction-words.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { QueryData } from '../contract.ts'
import { pendingPayment } from './pending-payment.ts'

type Parts = { bills: BillLookups; config: ProductConfig }

export type PostpaidBillChoice = { kind: 'postpaid-bill'; msisdn: MobileNumber; amount: number }

/** POST-4: any amount within the limits, paid into the account of the line. Many pay a part, or ahead. */
export async function choosePostpaidBill({ bills, config }: Parts, choice: PostpaidBillChoice, lineType: LineType): Promise<QueryData> {
  const { postMinAmnt, postMaxAmnt } = await config.read()
  if (!isXof(choice.amount) || choice.amount < postMinAmnt || choice.amount > postMaxAmnt) throw new Problem('amount-out-of-limits')
  const accountNo = await bills.accountOfLine(choice.msisdn)
  if (accountNo === null) throw new Problem('line-does-not-fit', 'a line without an account')
  return pendingPayment({
    msisdn: choice.msisdn,
    lineType,
    amount: choice.amount,
    transactionType: 'POSTPAID_BILL',
    rechargeType: TRANSACTION_LABELS.postpaidBill,
    redirectPage: '/postpaid-bill-pay',
    invoiceDetail: { accountNo, invoiceNo: '', billingStartDate: '', billingEndDate: '', dueDate: '' },
  })
}

export type InvoiceChoice = { kind: 'invoice'; accountNo: string; email: string; invoiceNo: string; asker: Asker }

/** FIX-1, F31: the invoice is read again, so that one paid elsewhere in the meantime is not paid twice. */
export async function chooseInvoice({ bills }: Pick<Parts, 'bills'>, choice: InvoiceChoice): Promise<QueryData> {
  const { accountNo, email, invoiceNo, asker } = choice
  const { invoice, contactMsisdn } = await bills.findInvoice({ accountNo, contactPersonEmailId: email, invoiceNo }, asker)
  if (invoice.payableAmount === null) throw new Problem('invoice-has-fraction')
  const { billingStartDate, billingEndDate, dueDate } = invoice
  return pendingPayment({
    // Told by SMS when it is paid; pages see it masked.
    msisdn: contactMsisdn ?? '',
    lineType: '',
    amount: xof(invoice.payableAmount),
    transactionType: TRANSACTION_LABELS.invoice,
    rechargeType: TRANSACTION_LABELS.invoice,
    redirectPage: '/orp/fixed-internet',
    emailId: email,
    invoiceDetail: { accountNo, invoiceNo, billingStartDate, billingEndDate, dueDate },
  })
}
