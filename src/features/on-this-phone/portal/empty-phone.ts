import { fillText } from '#shared/fill-text.ts'
import { KEPT_PACK, KEPT_PAGES } from '#portal/offline/offline-addresses.ts'
import { stopFetching } from '#portal/offline/stop-fetching.ts'
import { CHANGED_EVENT, inKilobytes, keptSize, lastLook, storedBytes } from './kept-size.ts'

/** OFF-5: empties everything that this site keeps on the phone. The worker and its own page stay: they hold nothing of anybody's. */
export function offerEmptying(element: HTMLElement): void {
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-${name}]`)
  const [used, begin, ask, news] = [part('used'), part('begin'), part('ask'), part('news')]
  const question = ask?.querySelector('p')
  const [yes, no] = ask?.querySelectorAll('button') ?? []
  const button = begin?.querySelector('button')
  if (!used || !begin || !ask || !news || !question || !yes || !no || !button) return
  const parts = { used, begin, ask }

  const show = lastLook(allBytes, (bytes) => {
    parts.used.textContent = fillText((bytes > 0 ? parts.used.dataset.used : parts.used.dataset.nothing) ?? '', {
      size: inKilobytes(bytes),
    })
    if (bytes === 0) parts.ask.hidden = true
    parts.begin.hidden = bytes === 0 || !parts.ask.hidden
  })

  button.addEventListener('click', () => {
    begin.hidden = true
    ask.hidden = false
    news.textContent = ''
    question.focus()
  })
  no.addEventListener('click', () => {
    ask.hidden = true
    begin.hidden = false
    button.focus()
  })
  yes.addEventListener('click', () => {
    void emptyPhone().then(async (bytes) => {
      // The other parts of this page hear of it as other tabs do.
      ask.hidden = true
      dispatchEvent(new StorageEvent('storage', { key: null }))
      await show()
      news.textContent = fillText(news.dataset.news ?? '', { size: inKilobytes(bytes) })
      news.focus()
    })
  })
  for (const change of ['storage', CHANGED_EVENT]) addEventListener(change, () => void show())
  void show()
}

async function allBytes(): Promise<number> {
  const pages = await keptSize([KEPT_PAGES, KEPT_PACK]).catch(() => ({ bytes: 0 }))
  return pages.bytes + storedBytes()
}

async function deletePages(): Promise<void> {
  await Promise.all([KEPT_PAGES, KEPT_PACK].map((name) => caches.delete(name)))
}

/** Answers how many bytes there were. */
async function emptyPhone(): Promise<number> {
  const bytes = await allBytes()
  stopFetching()
  // Storage last: other tabs hear of it, and look.
  await deletePages().catch(() => undefined)
  for (const open of [() => localStorage, () => sessionStorage])
    try {
      open().clear()
    } catch {
      // A browser that refuses storage has nothing in it.
    }
  return bytes
}
