import { readReceipts, type KeptReceipt } from '../kept-receipts.ts'
import { RECEIPTS_KEY } from '../receipt-addresses.ts'

/** The copies that this phone keeps; null where the browser lets nothing be kept. */
export function keptReceipts(): KeptReceipt[] | null {
  try {
    return readReceipts(localStorage.getItem(RECEIPTS_KEY))
  } catch {
    return null
  }
}

/** What another tab wrote meanwhile is read first. Null when the phone could not keep it. */
export function changeReceipts(change: (receipts: KeptReceipt[]) => KeptReceipt[]): KeptReceipt[] | null {
  try {
    const receipts = change(readReceipts(localStorage.getItem(RECEIPTS_KEY)))
    if (receipts.length > 0) localStorage.setItem(RECEIPTS_KEY, JSON.stringify(receipts))
    else localStorage.removeItem(RECEIPTS_KEY)
    return receipts
  } catch {
    return null
  }
}
