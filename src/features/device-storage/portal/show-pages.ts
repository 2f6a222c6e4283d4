import { fillText } from '#shared/fill-text.ts'
import { KEPT_PACK, KEPT_PAGES } from '#portal/offline/offline-addresses.ts'
import { stopFetching } from '#portal/offline/stop-fetching.ts'
import { CHANGED_EVENT, inKilobytes, keptSize, lastLook } from './kept-size.ts'
import { keptVersions, packState, readPack, type PackState } from './pack-state.ts'

/** OFF-4, OFF-5: shows which pages the worker has stored on this phone (portal/offline), fetches the pack, and erases them. */
export async function showPages(element: HTMLElement): Promise<void> {
  const names = ['pages', 'erase', 'news', 'pack', 'ways', 'fetch', 'saving'] as const
  const [line, erase, news, pack, ways, fetching, saving] = names.map((name) => element.querySelector<HTMLElement>(`[data-${name}]`))
  const button = fetching?.querySelector('button')
  if (!line || !erase || !news || !pack || !ways || !fetching || !button || !saving) return
  const parts = { line, erase, news, pack, ways, fetching, button }
  saving.hidden = !navigator.connection?.saveData
  const offered = await readPack(document.documentElement.lang)
  let state: PackState | null = null
  let erasings = 0

  const show = lastLook(
    async () => {
      const kept = await keptVersions(document.documentElement.lang).catch(() => null)
      return kept && { state: packState(offered, kept), size: await keptSize([KEPT_PAGES, KEPT_PACK]) }
    },
    (seen) => {
      state = seen?.state ?? null
      showSeen(parts, seen)
    },
  )

  async function fetchAll(): Promise<void> {
    if (!state || parts.button.ariaDisabled === 'true') return
    const { count, missing } = state
    const before = erasings
    // After an erasure in the meantime, only the erasure is reported.
    const isWanted = () => before === erasings
    let done = count - missing.length
    const say = (name: string) => {
      if (isWanted()) parts.news.textContent = fillText(parts.news.dataset[name] ?? '', { done, count })
    }
    parts.button.ariaDisabled = 'true'
    say('doing')
    const tell = () => {
      done += 1
      say('doing')
    }
    const end = await import('#portal/offline/fetch-pack.ts').then(
      ({ fetchPack }) => fetchPack(missing, { tell, isWanted }),
      () => 'cut',
    )
    parts.button.ariaDisabled = null
    if (end === 'no-worker') return refuse(parts)
    await show()
    say(end === 'whole' ? 'done' : 'cut')
    if (end === 'whole' && isWanted()) parts.news.focus()
  }

  button.addEventListener('click', () => void fetchAll())
  erase.querySelector('button')?.addEventListener('click', () => {
    erasings += 1
    stopFetching()
    void Promise.all([KEPT_PAGES, KEPT_PACK].map((name) => caches.delete(name))).then(async () => {
      await show()
      news.textContent = news.dataset.erased ?? ''
      news.focus()
    })
  })
  // Everything was erased, here or in another tab.
  addEventListener('storage', ({ key }) => {
    if (key !== null) return
    erasings += 1
    news.textContent = ''
    void show()
  })
  await show()
}

type Deps = Record<'line' | 'erase' | 'news' | 'pack' | 'ways' | 'fetching', HTMLElement> & { button: HTMLButtonElement }

function showSeen(parts: Deps, seen: { state: PackState; size: { count: number; bytes: number } } | null): void {
  if (!seen) {
    parts.line.textContent = parts.line.dataset.none ?? ''
    return refuse(parts)
  }
  showKept(parts, seen.size)
  showPack(parts, seen.state)
  dispatchEvent(new Event(CHANGED_EVENT))
}

function showKept({ line, erase }: Deps, { count, bytes }: { count: number; bytes: number }): void {
  line.textContent = fillText((count > 0 ? line.dataset.kept : line.dataset.none) ?? '', { count, size: inKilobytes(bytes) })
  erase.hidden = count === 0
}

function showPack({ pack, ways, fetching, button }: Deps, { name, count, missing, bytes }: PackState): void {
  const values = { count, done: count - missing.length, size: inKilobytes(bytes) }
  pack.hidden = name === 'none'
  pack.textContent = fillText(pack.dataset[name] ?? '', values)
  ways.hidden = name !== 'whole'
  fetching.hidden = name === 'none' || name === 'whole'
  button.textContent = fillText(fetching.dataset[name] ?? '', values)
}

function refuse({ pack, news }: Deps): void {
  news.textContent = ''
  pack.hidden = false
  pack.textContent = pack.dataset.refused ?? ''
}
