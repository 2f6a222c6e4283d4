import { plainIsland } from '#plain-island'
import { showKeeping } from '#features/on-this-phone/portal/show-keeping.ts'
import { trapBack } from './trap-back.ts'

/** What can be done with the reference: copy it, print the page, share its address where the phone can. STAT-2: and back leads to where the purchase began. */
function wake(element: HTMLElement): void {
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
    // Whoever closes the list of places to share, or refuses the clipboard, meant to.
    button.addEventListener('click', () => void Promise.resolve(actions[button.dataset.receipt ?? '']?.(button)).catch(() => {}))
  }
}

export default plainIsland('receipt-actions', wake, { isEager: true })
