import type { LineType } from '#features/line/contract.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { TRANSACTION_LABELS } from '#shared/transaction-codes.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { QueryData } from '../contract.ts'
import type { FetchedBill } from './fetched-bill.ts'
import { amountWithin } from './amount-within.ts'
import { pendingPayment } from './pending-payment.ts'
import { subjectKey } from './subject-key.ts'

type InvoiceQuestion = { accountNo: string; contactPersonEmailId: string; invoiceNo: string }

/** What a purchase asks of bills. */
export type PayableBills = {
  /** The account that pays for a line. It opens bills: it never leaves the server. */
  accountOfLine(msisdn: MobileNumber): Promise<string | null>
  /** An open invoice as it stands now, how its debt stands (I18), and whom to tell when it is paid. */
  findInvoice(
    question: InvoiceQuestion,
    caller: Caller,
  ): Promise<{
    invoice: { payableAmount: number | null; billingStartDate: string; billingEndDate: string; dueDate: string }
    debt: string
    contactMsisdn: string | null
  }>
}

type Deps = { bills: PayableBills; config: ProductConfig }

/** `fetched`: the bill that this visitor was shown last; paying exactly that is paying this bill (I18). */
export type PostpaidBillChoice = { kind: 'postpaid-bill'; msisdn: MobileNumber; amount: number; fetched?: FetchedBill | null }

/** POST-4: any amount within the limits, paid into the account of the line. Many pay a part, or ahead. */
export async function choosePostpaidBill({ bills, config }: Deps, choice: PostpaidBillChoice, lineType: LineType): Promise<QueryData> {
  const { postMinAmnt, postMaxAmnt } = await config.read()
  const amount = amountWithin(choice.amount, { min: postMinAmnt, max: postMaxAmnt })
  const accountNo = await bills.accountOfLine(choice.msisdn)
  if (accountNo === null) throw new Problem('line-does-not-fit', 'a line without an account')
  const { fetched } = choice
  const isBill = fetched?.msisdn === choice.msisdn && fetched.amount === choice.amount
  return pendingPayment({
    msisdn: choice.msisdn,
    lineType,
    ...(isBill && { subject: { key: subjectKey('bill', accountNo), debt: fetched.debt } }),
    amount,
    transactionType: 'POSTPAID_BILL',
    rechargeType: TRANSACTION_LABELS.postpaidBill,
    redirectPage: '/postpaid-bill-pay',
    invoiceDetail: { accountNo, invoiceNo: '', billingStartDate: '', billingEndDate: '', dueDate: '' },
  })
}

export type InvoiceChoice = { kind: 'invoice'; accountNo: string; email: string; invoiceNo: string; caller: Caller }

/** FIX-1, F31: the invoice is read again, so that one paid elsewhere in the meantime is not paid twice. */
export async function chooseInvoice({ bills }: Pick<Deps, 'bills'>, choice: InvoiceChoice): Promise<QueryData> {
  const { accountNo, email, invoiceNo, caller } = choice
  const { invoice, debt, contactMsisdn } = await bills.findInvoice({ accountNo, contactPersonEmailId: email, invoiceNo }, caller)
  if (invoice.payableAmount === null) throw new Problem('invoice-has-fraction')
  const { billingStartDate, billingEndDate, dueDate } = invoice
  return pendingPayment({
    // Told by SMS when it is paid; pages see it masked.
    msisdn: contactMsisdn ?? '',
    lineType: '',
    amount: fromMajor(invoice.payableAmount),
    transactionType: TRANSACTION_LABELS.invoice,
    rechargeType: TRANSACTION_LABELS.invoice,
    redirectPage: '/orp/fixed-internet',
    emailId: email,
    subject: { key: subjectKey('invoice', accountNo, invoiceNo), debt },
    invoiceDetail: { accountNo, invoiceNo, billingStartDate, billingEndDate, dueDate },
  })
}
