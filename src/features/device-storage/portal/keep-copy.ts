import { readCopy, withoutReceipt, withReceipt } from '../saved-receipts.ts'
import { changeReceipts } from './receipt-storage.ts'
import { showState } from './show-copy.ts'

/** OFF-5: on a receipt, one button saves a copy on this phone, and removes it again. */
export function keepCopy(button: HTMLElement): void {
  const copy = readCopy(button.dataset.copy)
  const news = button.parentElement?.querySelector<HTMLElement>('[data-news]')
  if (!copy || !news) return
  const isKept = button.dataset.state === 'kept'
  const left = changeReceipts((receipts) => (isKept ? withoutReceipt(receipts, copy.reference) : withReceipt(receipts, copy, Date.now())))
  if (left !== null) showState(button, !isKept)
  news.textContent = (left === null ? news.dataset.failed : isKept ? '' : news.dataset.kept) ?? ''
}
