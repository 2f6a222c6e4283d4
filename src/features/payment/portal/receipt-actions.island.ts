import { plainIsland } from '#plain-island'
import { showKeeping } from '#features/device-storage/portal/show-keeping.ts'
import { trapBack } from './trap-back.ts'

/**
 * Actions on the reference: copy it, print the page, share its address where the phone can. STAT-2: Back leads to where the purchase began.
 */
function hydrate(element: HTMLElement): void {
  trapBack()
  showKeeping(element)
  const actions: Record<string, (button: HTMLElement) => Promise<void> | void> = {
    async copy(button) {
      await navigator.clipboard.writeText(button.dataset.text ?? '')
      button.textContent = button.dataset.done ?? ''
    },
    print: () => print(),
    share: () => navigator.share({ title: document.title, url: location.href }),
  }
  for (const button of element.querySelectorAll<HTMLElement>('[data-receipt]')) {
    if ('share' in navigator) button.hidden = false
    // Closing the share sheet, or refusing the clipboard, is intentional.
    button.addEventListener('click', () => void Promise.resolve(actions[button.dataset.receipt ?? '']?.(button)).catch(() => {}))
  }
}

export default plainIsland('receipt-actions', hydrate, { isEager: true })
