import type { OperatorAccount, OperatorInvoice } from '#features/bills/server/operator-bills.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'

const INVOICE: OperatorInvoice = {
  accountNo: 'P1234567890',
  invoiceNo: 'FI-1',
  periodStart: new Date('2026-09-01T00:00:00Z'),
  periodEnd: new Date('2026-09-30T12:00:00Z'),
  dueDate: new Date('2026-10-20T12:00:00Z'),
  total: 25_000,
  outstanding: 25_000,
  currency: 'XOF',
  state: 'open',
}

export function anInvoice(change: Partial<OperatorInvoice> = {}): OperatorInvoice {
  return { ...INVOICE, ...change }
}

export const FAKE_INVOICES = [
  anInvoice(),
  anInvoice({ invoiceNo: 'FI-2', dueDate: new Date('2099-01-01T12:00:00Z'), outstanding: 10_000.5, state: 'partial' }),
  anInvoice({ accountNo: '1000000003', invoiceNo: 'PO-3', outstanding: 12_450.5 }),
  anInvoice({ accountNo: '1000000004', invoiceNo: 'PO-4', outstanding: 8000 }),
]

const ACCOUNTS: Record<string, Omit<OperatorAccount, 'accountNo'>> = {
  P1234567890: { email: 'Amina@example.ne', lineNumber: null, contactMsisdn: '90000001' },
  P0000000000: { email: 'vide@example.ne', lineNumber: null, contactMsisdn: null },
  '1000000003': { email: null, lineNumber: '90000003', contactMsisdn: '90000003' },
  '1000000004': { email: null, lineNumber: '90000004', contactMsisdn: '90000004' },
  '1000000007': { email: null, lineNumber: '90000007', contactMsisdn: '90000007' },
}

const REFUSED: Record<string, { code: string; message: string }> = {
  '1000000099': { code: '60119', message: 'Ce compte est résilié.' },
  '1000000098': { code: '60005', message: 'Ce compte ne peut pas être payé.' },
}

export function findFakeAccount(accountNo: string): OperatorResult<OperatorAccount> {
  const refused = REFUSED[accountNo]
  if (refused) return { ok: false, fault: { kind: 'rejected', ...refused } }
  const account = ACCOUNTS[accountNo]
  return account ? { ok: true, value: { accountNo, ...account } } : { ok: false, fault: { kind: 'not-found' } }
}
