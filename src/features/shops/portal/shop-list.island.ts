import { plainIsland } from '#plain-island'
import { goTo } from '#portal/browser/go-to.ts'
import { RECHARGE_TOAST_SECONDS, showToast } from '#portal/ui/messages/toasts.ts'
import { askForMap } from './shop-on-map.ts'

/** The two things of a shop that need script: to share it, and to see it on the map. */
function hydrate(element: HTMLElement): void {
  element.addEventListener('click', (event) => {
    const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-held]') : null
    if (pressed?.dataset.shop) askForMap(pressed.dataset.shop)
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!(pressed instanceof HTMLAnchorElement) || !isPlain) return
    event.preventDefault()
    const { title = '', copied = '' } = pressed.dataset
    void share({ title, url: pressed.href, copied })
  })
}

/** The phone's own way to share; elsewhere the link is copied, or followed as a last resort. */
async function share({ title, url, copied }: { title: string; url: string; copied: string }): Promise<void> {
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    showToast({ kind: 'success', message: copied }, RECHARGE_TOAST_SECONDS)
  } catch (error) {
    // AbortError: the visitor closed the phone's sharing sheet on purpose.
    const hasChangedMind = error instanceof DOMException && error.name === 'AbortError'
    if (!hasChangedMind) goTo(url)
  }
}

export default plainIsland('shop-list', hydrate)
