import { plainIsland } from '#plain-island'
import { showKeeping } from '#features/device-storage/portal/show-keeping.ts'
import { showTiles } from './show-tiles.ts'
import { trapBack } from './trap-back.ts'

/**
 * Actions on a payment: copy its reference, share its address where the phone can. STAT-2: Back leads to where
 * the purchase began. The parts of an open payment are replaced, so presses are heard here.
 */
function hydrate(element: HTMLElement): void {
  trapBack()
  showKeeping(element)
  showTiles(element)
  const actions: Record<string, (button: HTMLElement) => Promise<void>> = {
    async copy(button) {
      await navigator.clipboard.writeText(button.dataset.text ?? '')
      button.removeAttribute('aria-label')
      button.textContent = button.dataset.done ?? ''
    },
    share: () => navigator.share({ title: document.title, url: location.href }),
  }
  element.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-receipt]') : null
    // Closing the share sheet, or refusing the clipboard, is intentional.
    if (button) actions[button.dataset.receipt ?? '']?.(button).catch(() => {})
  })
}

export default plainIsland('receipt-actions', hydrate, { isEager: true })
