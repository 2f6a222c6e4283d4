import type { Notice } from './payment-connector.ts'

export type BrowserReturn = { attempt: Notice['attempt']; isCancelled: boolean }

/** Gateways disagree on names, and the address at a gateway may be older than its protocol: the union is read for all of them. */
const OUR_REFERENCE = ['txref', 'tx_ref', 'trxref', 'reference', 'refNo', 'CompanyRef', 'PnrID', 'merchant_transaction_id']
const THEIR_REFERENCE = ['TransactionToken', 'TransID', 'transactionId', 'transaction_id']

/**
 * Which attempt a browser says it comes back from. Only ever a reason to ask the provider: nothing here tells what became of the payment.
 * Two names that disagree are no reference at all.
 */
export function readBrowserReturn(query: URLSearchParams): BrowserReturn | null {
  const isCancelled = query.getAll('status').some((status) => /^cancel/i.test(status))
  const ours = valuesOf(query, OUR_REFERENCE)
  const by = ours.length > 0 ? 'ref' : 'providerRef'
  const [value, ...others] = by === 'ref' ? ours : valuesOf(query, THEIR_REFERENCE)
  if (value === undefined || others.length > 0 || !/^[A-Za-z0-9.=_-]{1,100}$/.test(value)) return null
  return { attempt: { by, value }, isCancelled }
}

/** Where the gateway sends a visitor who gave up: the same address, saying so in the specification's words. */
export function cancelAddress(returnUrl: string): string {
  return addressWith(returnUrl, { status: 'CANCELLED' })
}

export function addressWith(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function valuesOf(query: URLSearchParams, names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => query.getAll(name)).filter((value) => value !== ''))]
}
