import { readReceipts, type SavedReceipt } from '../saved-receipts.ts'
import { RECEIPTS_KEY } from '../receipt-addresses.ts'

/** The receipts saved on this phone; null if the browser refuses storage. */
export function keptReceipts(): SavedReceipt[] | null {
  try {
    return readReceipts(localStorage.getItem(RECEIPTS_KEY))
  } catch {
    return null
  }
}

/** Reads first what another tab wrote meanwhile. Null when saving failed. */
export function changeReceipts(change: (receipts: SavedReceipt[]) => SavedReceipt[]): SavedReceipt[] | null {
  try {
    const receipts = change(readReceipts(localStorage.getItem(RECEIPTS_KEY)))
    if (receipts.length > 0) localStorage.setItem(RECEIPTS_KEY, JSON.stringify(receipts))
    else localStorage.removeItem(RECEIPTS_KEY)
    return receipts
  } catch {
    return null
  }
}
