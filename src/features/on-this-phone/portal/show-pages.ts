import { fillText } from '#shared/fill-text.ts'
import { fetchPack, stopFetching } from '#portal/offline/ask-worker.ts'
import { KEPT_PACK, KEPT_PAGES } from '#portal/offline/offline-addresses.ts'
import { CHANGED_EVENT, inKilobytes, keptSize } from './kept-size.ts'
import { keptVersions, packState, readPack, type PackState } from './pack-state.ts'

/** OFF-4, OFF-5: says which pages the worker keeps on this phone (portal/offline), has more fetched on purpose, and erases them. */
export async function showPages(element: HTMLElement): Promise<void> {
  const names = ['pages', 'erase', 'news', 'pack', 'ways', 'fetch', 'saving'] as const
  const [line, erase, news, pack, ways, fetching, saving] = names.map((name) => element.querySelector<HTMLElement>(`[data-${name}]`))
  const button = fetching?.querySelector('button')
  if (!line || !erase || !news || !pack || !ways || !fetching || !button || !saving) return
  const parts = { line, erase, news, pack, ways, fetching, button }
  saving.hidden = !navigator.connection?.saveData
  const offered = await readPack(document.documentElement.lang)
  let state: PackState | null = null

  async function show(): Promise<void> {
    const kept = await keptVersions(document.documentElement.lang).catch(() => null)
    if (kept === null) {
      parts.line.textContent = parts.line.dataset.none ?? ''
      return refuse(parts.pack)
    }
    state = packState(offered, kept)
    showKept(parts, await keptSize([KEPT_PAGES, KEPT_PACK]))
    showPack(parts, state)
    dispatchEvent(new Event(CHANGED_EVENT))
  }

  async function fetchAll(): Promise<void> {
    if (!state || parts.button.ariaDisabled === 'true') return
    const { count, missing } = state
    let done = count - missing.length
    const say = (name: string) => (parts.news.textContent = fillText(parts.news.dataset[name] ?? '', { done, count }))
    parts.button.ariaDisabled = 'true'
    say('doing')
    const end = await fetchPack(missing, () => {
      done += 1
      say('doing')
    })
    parts.button.ariaDisabled = null
    if (end === 'no-worker') {
      parts.news.textContent = ''
      return refuse(parts.pack)
    }
    await show()
    say(end === 'whole' ? 'done' : 'cut')
    if (end === 'whole') parts.news.focus()
  }

  button.addEventListener('click', () => void fetchAll())
  erase.querySelector('button')?.addEventListener('click', () => {
    stopFetching()
    void Promise.all([KEPT_PAGES, KEPT_PACK].map((name) => caches.delete(name))).then(async () => {
      await show()
      news.textContent = news.dataset.erased ?? ''
      news.focus()
    })
  })
  // Everything was emptied, here or in another tab.
  addEventListener('storage', ({ key }) => {
    if (key !== null) return
    news.textContent = ''
    void show()
  })
  await show()
}

type Parts = Record<'line' | 'erase' | 'pack' | 'ways' | 'fetching', HTMLElement> & { button: HTMLButtonElement }

function showKept({ line, erase }: Parts, { count, bytes }: { count: number; bytes: number }): void {
  line.textContent = fillText((count > 0 ? line.dataset.kept : line.dataset.none) ?? '', { count, size: inKilobytes(bytes) })
  erase.hidden = count === 0
}

function showPack({ pack, ways, fetching, button }: Parts, { name, count, missing, bytes }: PackState): void {
  const values = { count, done: count - missing.length, size: inKilobytes(bytes) }
  pack.hidden = name === 'none'
  pack.textContent = fillText(pack.dataset[name] ?? '', values)
  ways.hidden = name !== 'whole'
  fetching.hidden = name === 'none' || name === 'whole'
  button.textContent = fillText(fetching.dataset[name] ?? '', values)
}

function refuse(pack: HTMLElement): void {
  pack.hidden = false
  pack.textContent = pack.dataset.refused ?? ''
}
