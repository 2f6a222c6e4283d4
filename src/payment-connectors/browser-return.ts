import type { Webhook } from './payment-connector.ts'

export type BrowserReturn = { attempt: Webhook['attempt']; isCancelled: boolean }

/**
 * Gateways use different parameter names, and a URL configured at a gateway may be older than its protocol: all names are read for all of
 * them.
 */
const OUR_REFERENCE = ['txref', 'tx_ref', 'trxref', 'reference', 'refNo', 'CompanyRef', 'PnrID', 'merchant_transaction_id']
const THEIR_REFERENCE = ['TransactionToken', 'TransID', 'transactionId', 'transaction_id']

/**
 * The attempt that a returning browser names. It only triggers a query to the provider: nothing here proves the outcome of the payment. Two
 * different references count as none.
 */
export function readBrowserReturn(query: URLSearchParams): BrowserReturn | null {
  const isCancelled = query.getAll('status').some((status) => /^cancel/i.test(status))
  const ours = valuesOf(query, OUR_REFERENCE)
  const by = ours.length > 0 ? 'ref' : 'providerRef'
  const [value, ...others] = by === 'ref' ? ours : valuesOf(query, THEIR_REFERENCE)
  if (value === undefined || others.length > 0 || !/^[A-Za-z0-9.=_-]{1,100}$/.test(value)) return null
  return { attempt: { by, value }, isCancelled }
}

/** Where the gateway sends a visitor who cancelled: the same URL, with the specification's parameter for it. */
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
