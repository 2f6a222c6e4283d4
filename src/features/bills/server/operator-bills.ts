import type { OperatorResult } from '#shared/operator-answer.ts'

export type OperatorAccount = { accountNo: string; email: string | null; lineNumber: string | null; contactMsisdn: string | null }

export type OperatorInvoice = {
  accountNo: string
  invoiceNo: string
  periodStart: Date
  periodEnd: Date
  dueDate: Date
  /** As billed: may hold a fraction, because the operator computes bills. */
  total: number
  outstanding: number
  currency: string
  state: 'open' | 'partial' | 'settled'
}

/** The operator's calls for accounts and their bills. */
export type OperatorBills = {
  findAccount(accountNo: string, signal?: AbortSignal): Promise<OperatorResult<OperatorAccount>>
  /** Every invoice that is not settled. An account without any answers an empty list. */
  readOpenInvoices(accountNo: string, signal?: AbortSignal): Promise<OperatorResult<OperatorInvoice[]>>
}
