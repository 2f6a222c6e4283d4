import { plainIsland } from '#plain-island'

/** RCPT-1, RCPT-2: prints the page, and draws it as a picture where somebody asks for one; only then what draws is fetched. */
function wake(element: HTMLElement): void {
  const actions: Record<string, (button: HTMLElement) => Promise<void> | void> = {
    print: () => print(),
    async picture(button) {
      const paper = element.querySelector<HTMLElement>('[data-paper]')
      if (!paper) return
      const { drawReceipt, handOver } = await import('./draw-receipt.ts')
      await handOver(await drawReceipt(paper), button.dataset.name ?? 'recu.png')
    },
  }
  for (const button of element.querySelectorAll<HTMLElement>('[data-receipt]'))
    // Whoever closes the sheet, meant to.
    button.addEventListener('click', () => void Promise.resolve(actions[button.dataset.receipt ?? '']?.(button)).catch(() => {}))
}

export default plainIsland('receipt-file', wake, { isEager: true })
