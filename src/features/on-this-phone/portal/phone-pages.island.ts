import { plainIsland } from '#plain-island'
import { fillText } from '#shared/fill-text.ts'
import { KEPT_PAGES } from '#portal/offline/offline-addresses.ts'

const KILOBYTE = 1000

/** OFF-4: says which pages the worker keeps on this phone (portal/offline), and erases them. */
async function wake(element: HTMLElement): Promise<void> {
  const [line, erase, news] = ['pages', 'erase', 'news'].map((name) => element.querySelector<HTMLElement>(`[data-${name}]`))
  if (!line || !erase || !news || !('caches' in window)) return

  async function show(): Promise<void> {
    const sizes = await keptSizes().catch(() => [])
    const size = Math.ceil(sizes.reduce((sum, one) => sum + one, 0) / KILOBYTE)
    if (line) line.textContent = fillText((sizes.length > 0 ? line.dataset.kept : line.dataset.none) ?? '', { count: sizes.length, size })
    if (erase) erase.hidden = sizes.length === 0
  }

  erase.querySelector('button')?.addEventListener('click', () => {
    void caches.delete(KEPT_PAGES).then(async () => {
      await show()
      news.textContent = news.dataset.erased ?? ''
      news.focus()
    })
  })
  await show()
}

async function keptSizes(): Promise<number[]> {
  if (!(await caches.has(KEPT_PAGES))) return []
  const cache = await caches.open(KEPT_PAGES)
  const pages = await cache.matchAll()
  return Promise.all(pages.map(async (page) => (await page.blob()).size))
}

export default plainIsland('phone-pages', (element) => void wake(element), { isEager: true })
