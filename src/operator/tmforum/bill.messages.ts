import { type Static, Type } from 'typebox'
import type { OperatorInvoice } from '#features/bills/server/operator-bills.ts'
import { MONEY } from '#shared/operator.ts'
import { Id, idOf, Money, NAMED, nationalNumber, Period, readDate, valuesAt, wordOf } from './shapes.ts'

/** 678: only the fields we read. */
export const CustomerBill = Type.Object({
  ...NAMED,
  billNo: Type.Optional(Id),
  billDate: Type.Optional(Type.String()),
  billingPeriod: Type.Optional(Period),
  paymentDueDate: Type.Optional(Type.String()),
  amountDue: Type.Optional(Money),
  remainingAmount: Type.Optional(Money),
  taxIncludedAmount: Type.Optional(Money),
  state: Type.Optional(Type.String()),
})
export type CustomerBill = Static<typeof CustomerBill>

/** Bills that are still owed, the oldest first; null when one of them is unreadable, because a sum without it would be wrong. */
export function openInvoices(bills: readonly CustomerBill[], accountNo: string): OperatorInvoice[] | null {
  const invoices = bills.filter(isOpen).map((bill) => invoiceOf(bill, accountNo))
  const readable = invoices.filter((invoice) => invoice !== null)
  if (readable.length < invoices.length) return null
  return readable.toSorted((one, other) => one.dueDate.getTime() - other.dueDate.getTime())
}

/** 'Overdue' is no state of the document: the page that shows a bill compares its due date. */
function isOpen({ state, remainingAmount, amountDue }: CustomerBill): boolean {
  const owed = remainingAmount?.value ?? amountDue?.value
  return wordOf(state) !== 'settled' && (owed === undefined || owed > 0)
}

function invoiceOf(bill: CustomerBill, accountNo: string): OperatorInvoice | null {
  const outstanding = bill.remainingAmount?.value === undefined ? bill.amountDue : bill.remainingAmount
  const total = bill.taxIncludedAmount?.value ?? bill.amountDue?.value ?? outstanding?.value
  const invoiceNo = bill.billNo ?? idOf(bill)
  const billDate = readDate(bill.billDate)
  const periodEnd = readDate(bill.billingPeriod?.endDateTime) ?? billDate
  const periodStart = readDate(bill.billingPeriod?.startDateTime) ?? periodEnd
  const dueDate = readDate(bill.paymentDueDate) ?? periodEnd
  if (outstanding?.value === undefined || total === undefined || invoiceNo === null || !periodStart || !periodEnd || !dueDate) return null
  return {
    accountNo,
    invoiceNo: String(invoiceNo),
    periodStart,
    periodEnd,
    dueDate,
    total,
    outstanding: outstanding.value,
    currency: outstanding.unit ?? MONEY.prices,
    state: wordOf(bill.state) === 'partiallypaid' ? 'partial' : 'open',
  }
}

/** Visitors know a bill by its number; a payment must name its id. */
export function billIdOf(bills: readonly CustomerBill[], invoiceNo: string): string {
  const bill = bills.find((one) => String(one.billNo ?? idOf(one)) === invoiceNo)
  return (bill && idOf(bill)) ?? invoiceNo
}

/** 666. Its contact is below `contact` in the documents, directly in the account in some deployments: both are read. */
export const BillingAccount = Type.Object({ id: Type.Optional(Id) })

const MEDIA = ['contact.contactMedium', 'contactMedium']

export function contactOf(account: unknown): { email: string | null; contactMsisdn: string | null } {
  const find = (field: string) => MEDIA.flatMap((path) => valuesAt(account, `${path}.characteristic.${field}`)).find((text) => text !== '')
  const phone = find('phoneNumber')
  return { email: find('emailAddress') ?? null, contactMsisdn: phone === undefined ? null : nationalNumber(phone) }
}

/** The number of the line that an account pays for, from its products (637), in the field that their filter uses. */
export function lineNumberOf(products: readonly unknown[], path: string): string | null {
  const [number] = products.flatMap((product) => valuesAt(product, path))
  return number === undefined ? null : nationalNumber(number)
}
