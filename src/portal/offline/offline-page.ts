import { receiptItem } from '#features/on-this-phone/portal/receipt-items.ts'
import { keptReceipts } from '#features/on-this-phone/portal/receipt-storage.ts'
import { showKept } from '#features/visit/portal/show-kept.ts'
import { keptAmong, keptPaths } from './kept-paths.ts'

const TRY_EVERY_MS = 2_500

/** The visitor's language, where it was chosen once; otherwise both are read. */
const language = /(?:^|; )lang=(fr|en)/.exec(document.cookie)?.[1]
if (language) {
  document.documentElement.lang = language
  for (const other of document.querySelectorAll<HTMLElement>('[data-language]')) other.hidden = other.lang !== language
  const title = document.querySelector<HTMLElement>(`[data-language]:lang(${language}) h1`)?.textContent
  if (title) document.title = title
}

showKept(document)
showReceipts()
void showWays()

/** OFF-5: copies, each with its day: what is true now is known to nobody without a network. */
function showReceipts(): void {
  const receipts = keptReceipts() ?? []
  for (const place of document.querySelectorAll<HTMLElement>('[data-receipts]')) {
    const list = place.querySelector('ul')
    if (list) list.replaceChildren(...receipts.map((receipt) => receiptItem(receipt, place.dataset.receipts ?? '')))
    place.hidden = receipts.length === 0
  }
}

/** What this phone keeps opens from here; the rest of the list is not shown. */
async function showWays(): Promise<void> {
  const paths = await keptPaths()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-ways] a')) {
    const kept = keptAmong(paths, link.pathname)
    if (kept === null) continue
    link.href = kept
    for (const hidden of [link.closest('li'), link.closest('div')]) hidden?.removeAttribute('hidden')
  }
}

/** What was asked for is asked for again; a form that was on its way is found as it was left, and sent by nobody but the visitor. */
function goOn(): void {
  if (document.documentElement.dataset.way === 'back') history.back()
  else location.reload()
}

function tryNow(): void {
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => (status === 502 || status === 504 ? undefined : goOn()),
    () => undefined,
  )
}

for (const button of document.querySelectorAll('button')) button.addEventListener('click', goOn)
addEventListener('online', tryNow)
setInterval(tryNow, TRY_EVERY_MS)
