import { plainIsland } from '#plain-island'

/** LINK-1: sharing on phones that support it, and copying. Everything else on the page is plain links. */
function hydrate(element: HTMLElement): void {
  const actions: Record<string, (button: HTMLElement) => Promise<void>> = {
    share: ({ dataset }) => navigator.share({ text: dataset.message ?? '' }),
    async copy(button) {
      await navigator.clipboard.writeText(button.dataset.address ?? '')
      button.textContent = button.dataset.done ?? ''
    },
  }
  for (const button of element.querySelectorAll<HTMLElement>('[data-share]')) {
    if ('share' in navigator) button.hidden = false
    // Closing the share sheet and denying clipboard access are choices, not errors.
    button.addEventListener('click', () => void actions[button.dataset.share ?? '']?.(button).catch(() => {}))
  }
}

export default plainIsland('share-link', hydrate, { isEager: true })
