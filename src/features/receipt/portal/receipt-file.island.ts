import { plainIsland } from '#plain-island'
import { showCopy } from '#features/device-storage/portal/show-copy.ts'
import { offerReload } from '#portal/islands/offer-reload.ts'

/** RCPT-1, RCPT-2, OFF-5: prints the page, draws it as a picture or stores a copy. The code of an action is loaded on its first use. */
function hydrate(element: HTMLElement): void {
  const actions: Record<string, (button: HTMLElement) => Promise<void> | void> = {
    print: () => print(),
    async keep(button) {
      const { keepCopy } = await later(import('#features/device-storage/portal/keep-copy.ts'))
      keepCopy(button)
    },
    async picture(button) {
      const paper = element.querySelector<HTMLElement>('[data-paper]')
      if (!paper) return
      const { drawReceipt, handOver } = await later(import('./draw-receipt.ts'))
      await handOver(await drawReceipt(paper), button.dataset.name ?? 'recu.png')
    },
  }
  showCopy(element)
  for (const button of element.querySelectorAll<HTMLElement>('[data-receipt]'))
    // Closing the share sheet is a choice, not an error.
    button.addEventListener('click', () => void Promise.resolve(actions[button.dataset.receipt ?? '']?.(button)).catch(() => {}))
}

function later<Part>(coming: Promise<Part>): Promise<Part> {
  coming.catch(offerReload)
  return coming
}

export default plainIsland('receipt-file', hydrate, { isEager: true })
