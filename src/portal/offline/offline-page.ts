import { receiptItem } from '#features/device-storage/portal/receipt-items.ts'
import { keptReceipts } from '#features/device-storage/portal/receipt-storage.ts'
import { showKept } from '#features/visit/portal/show-kept.ts'
import { keptAmong, keptPaths } from './kept-paths.ts'

const TRY_EVERY_MS = 2_500

// The portal's own language, unless another one was chosen.
showIn(document.documentElement.lang)
showIn(/(?:^|; )lang=([a-z]{2,3})/.exec(document.cookie)?.[1] ?? '')

/** One language; the buttons lead to the others. */
function showIn(language: string): void {
  const title = document.querySelector<HTMLElement>(`[data-language][lang="${language}"] h1`)?.textContent
  if (!title) return
  document.documentElement.lang = language
  document.title = title
  for (const part of document.querySelectorAll<HTMLElement>('[data-language]')) part.hidden = part.lang !== language
  for (const button of document.querySelectorAll<HTMLElement>('[data-to]')) button.hidden = button.lang === language
}

showKept(document)
showReceipts()
void showWays()

/** OFF-5: saved copies, each with its date: without a network the current state is unknown. */
function showReceipts(): void {
  const receipts = keptReceipts() ?? []
  for (const place of document.querySelectorAll<HTMLElement>('[data-receipts]')) {
    const list = place.querySelector('ul')
    if (list) list.replaceChildren(...receipts.map((receipt) => receiptItem(receipt, place.dataset)))
    place.hidden = receipts.length === 0
  }
}

/** Shows links to pages stored on this phone; other links stay hidden. */
async function showWays(): Promise<void> {
  const paths = await keptPaths()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-ways] a')) {
    const kept = keptAmong(paths, link.pathname)
    if (kept === null) continue
    link.href = kept
    for (const hidden of [link.closest('li'), link.closest('div')]) hidden?.removeAttribute('hidden')
  }
}

/** Retries the navigation. A form that was being sent is shown as it was left; only the visitor sends it again. */
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

for (const button of document.querySelectorAll('main button')) button.addEventListener('click', goOn)
for (const button of document.querySelectorAll<HTMLElement>('[data-to]')) button.addEventListener('click', () => showIn(button.lang))
addEventListener('online', tryNow)
setInterval(tryNow, TRY_EVERY_MS)
