import { type Static, Type } from 'typebox'
import type { OperatorInvoice } from '#features/bills/server/operator-bills.ts'
import { Id, Money, nationalNumber, Period, readDate, valuesAt } from './shapes.ts'

/** 678: only what we read of it. */
export const CustomerBill = Type.Object({
  id: Type.Optional(Id),
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

/** Bills that still ask for money, the oldest first; null when one of them cannot be read, because a sum without it would be wrong. */
export function openInvoices(bills: readonly CustomerBill[], accountNo: string): OperatorInvoice[] | null {
  const invoices = bills.filter(isOpen).map((bill) => invoiceOf(bill, accountNo))
  const readable = invoices.filter((invoice) => invoice !== null)
  if (readable.length < invoices.length) return null
  return readable.toSorted((one, other) => one.dueDate.getTime() - other.dueDate.getTime())
}

/** 'Overdue' is no state of the document: whoever shows a bill compares its due date. */
function isOpen({ state, remainingAmount, amountDue }: CustomerBill): boolean {
  const owed = (remainingAmount ?? amountDue)?.value
  return state?.trim() !== 'settled' && (owed === undefined || owed > 0)
}

function invoiceOf(bill: CustomerBill, accountNo: string): OperatorInvoice | null {
  const outstanding = bill.remainingAmount ?? bill.amountDue
  const total = bill.taxIncludedAmount ?? bill.amountDue ?? outstanding
  const invoiceNo = bill.billNo ?? bill.id
  const billDate = readDate(bill.billDate)
  const periodEnd = readDate(bill.billingPeriod?.endDateTime) ?? billDate
  const periodStart = readDate(bill.billingPeriod?.startDateTime) ?? periodEnd
  const dueDate = readDate(bill.paymentDueDate) ?? periodEnd
  if (!outstanding || !total || invoiceNo === undefined || !periodStart || !periodEnd || !dueDate) return null
  return {
    accountNo,
    invoiceNo: String(invoiceNo),
    periodStart,
    periodEnd,
    dueDate,
    total: total.value,
    outstanding: outstanding.value,
    currency: outstanding.unit ?? 'XOF',
    state: bill.state?.trim() === 'partiallyPaid' ? 'partial' : 'open',
  }
}

/** Visitors know a bill by its number; a payment must name its id. */
export function billIdOf(bills: readonly CustomerBill[], invoiceNo: string): string {
  const bill = bills.find(({ billNo, id }) => String(billNo ?? id) === invoiceNo)
  return bill?.id === undefined ? invoiceNo : String(bill.id)
}

/** 666. Its contact stands below `contact` in the documents, directly in the account in some deployments: both are read as they come. */
export const BillingAccount = Type.Object({ id: Type.Optional(Id) })

const MEDIA = ['contact.contactMedium', 'contactMedium']

export function contactOf(account: unknown): { email: string | null; contactMsisdn: string | null } {
  const find = (field: string) => MEDIA.flatMap((path) => valuesAt(account, `${path}.characteristic.${field}`)).find((text) => text !== '')
  const phone = find('phoneNumber')
  return { email: find('emailAddress') ?? null, contactMsisdn: phone === undefined ? null : nationalNumber(phone) }
}

/** The number of the line that an account pays for, from its products (637), which hold it where their filter looks. */
export function lineNumberOf(products: readonly unknown[], path: string): string | null {
  const [number] = products.flatMap((product) => valuesAt(product, path))
  return number === undefined ? null : nationalNumber(number)
}
