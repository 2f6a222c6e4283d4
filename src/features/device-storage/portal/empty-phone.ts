import { fillText } from '#shared/fill-text.ts'
import { KEPT_PACK, KEPT_PAGES } from '#portal/offline/offline-addresses.ts'
import { stopFetching } from '#portal/offline/stop-fetching.ts'
import { CHANGED_EVENT, inKilobytes, keptSize, lastLook, storedBytes } from './kept-size.ts'

/** OFF-5, ERASE-1: shows how much is stored, and erases it before the visit is ended, also in browsers without `Clear-Site-Data`. */
export function offerEmptying(element: HTMLElement): void {
  const used = element.querySelector<HTMLElement>('[data-used]')
  if (!used) return
  const show = lastLook(allBytes, (bytes) => {
    used.textContent = fillText((bytes > 0 ? used.dataset.used : used.dataset.nothing) ?? '', { size: inKilobytes(bytes) })
  })
  let isEmptied = false
  element.querySelector('form')?.addEventListener('submit', (event) => {
    if (isEmptied || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    const { target: form, submitter } = event
    void emptyPhone().then(() => {
      isEmptied = true
      form.requestSubmit(submitter)
    })
  })
  for (const change of ['storage', CHANGED_EVENT]) addEventListener(change, () => void show())
  void show()
}

async function allBytes(): Promise<number> {
  const pages = await keptSize([KEPT_PAGES, KEPT_PACK]).catch(() => ({ bytes: 0 }))
  return pages.bytes + storedBytes()
}

async function emptyPhone(): Promise<void> {
  stopFetching()
  await Promise.all([KEPT_PAGES, KEPT_PACK].map((name) => caches.delete(name))).catch(() => undefined)
  // Storage last: its event makes other tabs refresh.
  for (const open of [() => localStorage, () => sessionStorage])
    try {
      open().clear()
    } catch {
      // A browser that refuses storage has nothing to erase.
    }
}
