import { plainIsland } from '#plain-island'
import { fillText } from '#shared/fill-text.ts'
import { withoutReceipt, type SavedReceipt } from '../saved-receipts.ts'
import { RECEIPTS_KEY } from '../receipt-addresses.ts'
import { receiptItem } from './receipt-items.ts'
import { changeReceipts, keptReceipts } from './receipt-storage.ts'

/** OFF-5: shows the receipts saved on this phone, and removes each with one tap. */
function hydrate(element: HTMLElement): void {
  const [list, news] = [element.querySelector<HTMLElement>('[data-receipts]'), element.querySelector<HTMLElement>('[data-news]')]
  const pattern = element.querySelector('[data-remove] button')
  if (!list || !news || !pattern) return
  const parts = { list, news }

  function show(): void {
    const receipts = keptReceipts()
    parts.list.replaceChildren(...(receipts ?? []).map(item))
    const said = receipts === null ? 'blocked' : receipts.length === 0 ? 'none' : ''
    for (const sentence of element.querySelectorAll<HTMLElement>('[data-says]')) sentence.hidden = sentence.dataset.says !== said
  }

  function item(receipt: SavedReceipt): HTMLElement {
    const { reference } = receipt
    const shown = receiptItem(receipt, parts.list.dataset)
    const remove = pattern?.cloneNode(true)
    if (remove instanceof HTMLElement) {
      remove.setAttribute('aria-label', fillText(parts.list.dataset.removeOne ?? '', { reference }))
      remove.addEventListener('click', () => {
        const at = [...parts.list.children].indexOf(shown)
        changeReceipts((receipts) => withoutReceipt(receipts, reference))
        show()
        parts.news.textContent = fillText(parts.news.dataset.removed ?? '', { reference })
        const next = parts.list.children[at] ?? parts.list.lastElementChild
        ;(next?.querySelector('button') ?? parts.news).focus()
      })
      shown.append(remove)
    }
    return shown
  }

  show()
  addEventListener('storage', ({ key }) => {
    if (key === RECEIPTS_KEY || key === null) show()
  })
}

export default plainIsland('kept-receipts', hydrate, { isEager: true })
