import type { OperatorAnswer } from '#shared/operator-answer.ts'

export type OperatorAccount = { accountNo: string; email: string | null; lineNumber: string | null; contactMsisdn: string | null }

export type OperatorInvoice = {
  accountNo: string
  invoiceNo: string
  periodStart: Date
  periodEnd: Date
  dueDate: Date
  /** As billed: may hold a fraction, because bills are computed outside. */
  total: number
  outstanding: number
  currency: string
  state: 'open' | 'partial' | 'settled'
}

/** What we ask the operator about accounts and their bills. */
export type OperatorBills = {
  findAccount(accountNo: string, signal?: AbortSignal): Promise<OperatorAnswer<OperatorAccount>>
  /** Every invoice that is not settled. An account without any answers an empty list. */
  readOpenInvoices(accountNo: string, signal?: AbortSignal): Promise<OperatorAnswer<OperatorInvoice[]>>
}
