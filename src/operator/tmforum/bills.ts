import type { OperatorBills } from '#features/bills/server/operator-bills.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import { good, NOT_FOUND, UNAVAILABLE } from '../answers.ts'
import { billIdOf, BillingAccount, contactOf, CustomerBill, lineNumberOf, openInvoices } from './bill.messages.ts'
import { Product } from './line.messages.ts'
import { pathSegment, type TmforumClient } from './tmforum-client.ts'

export function operatorBills(client: TmforumClient): OperatorBills {
  return {
    async findAccount(accountNo, signal) {
      const segment = pathSegment(accountNo)
      if (segment === null) return NOT_FOUND
      // Both are always queried, so that a right account takes as long to answer as a wrong one.
      const filter = { path: client.profile.filters.productAccount, value: accountNo }
      const [account, products] = await Promise.all([
        client.readOne({ system: '666', path: `/billingAccount/${segment}`, signal }, BillingAccount),
        client.readFiltered({ system: '637', path: '/product', filter, signal }, Product),
      ])
      if (!account.ok) return account
      const lineNumber = products.ok ? lineNumberOf(products.value, client.profile.msisdn.productFilter) : null
      return good({ accountNo, ...contactOf(account.value), lineNumber })
    },
    async readOpenInvoices(accountNo, signal) {
      const bills = await readBills(client, accountNo, signal)
      if (!bills.ok) return bills
      const invoices = openInvoices(bills.value, accountNo)
      return invoices ? good(invoices) : UNAVAILABLE
    },
  }
}

async function readBills(client: TmforumClient, accountNo: string, signal?: AbortSignal): Promise<OperatorResult<CustomerBill[]>> {
  const filter = { path: client.profile.filters.billAccount, value: accountNo }
  return client.readFiltered({ system: '678', path: '/customerBill', filter, signal }, CustomerBill)
}

/** The id that a payment names for an invoice. */
export async function findBillId(client: TmforumClient, accountNo: string, invoiceNo: string): Promise<OperatorResult<string>> {
  const bills = await readBills(client, accountNo)
  return bills.ok ? good(billIdOf(bills.value, invoiceNo)) : bills
}
