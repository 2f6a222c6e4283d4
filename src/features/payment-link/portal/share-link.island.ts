import { plainIsland } from '#plain-island'

/** LINK-1: the phone's own sheet where it has one, and the clipboard. Everything else on the page is plain links. */
function wake(element: HTMLElement): void {
  const actions: Record<string, (button: HTMLElement) => Promise<void>> = {
    share: ({ dataset }) => navigator.share({ text: dataset.message ?? '' }),
    async copy(button) {
      await navigator.clipboard.writeText(button.dataset.address ?? '')
      button.textContent = button.dataset.done ?? ''
    },
  }
  for (const button of element.querySelectorAll<HTMLElement>('[data-share]')) {
    if ('share' in navigator) button.hidden = false
    // Whoever closes the sheet, or refuses the clipboard, meant to.
    button.addEventListener('click', () => void actions[button.dataset.share ?? '']?.(button).catch(() => {}))
  }
}

export default plainIsland('share-link', wake, { isEager: true })
