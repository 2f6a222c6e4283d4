import { plainIsland } from '#plain-island'
import { fillText } from '#shared/fill-text.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { keepModal } from '#portal/ui/messages/show-modal.ts'

/** A screen reader hears these and is left in peace in between. */
const ANNOUNCED_SECONDS = new Set([5, 0])

/** LEAD-3: how a request ended, before everything else on the page, and the way on that is taken by itself. */
function wake(element: HTMLElement): void {
  const dialog = element.querySelector('dialog')
  if (dialog) keepModal(dialog)
  leadOn(element)
  // Whoever comes back to the page has the same time to read it.
  addEventListener('pageshow', ({ persisted }) => persisted && leadOn(element))
}

function leadOn(element: HTMLElement): void {
  const place = element.querySelector<HTMLElement>('[data-away]')
  const [seen, heard] = place?.querySelectorAll('[role]') ?? []
  if (!place || !seen || !heard) return
  const { away = '/', delay, words = '' } = place.dataset
  const deadlineMs = Date.now() + Number(delay)
  place.hidden = false
  const tick = () => {
    // Counted from the clock and not from ticks, so that a phone that slept shows the truth.
    const left = Math.max(0, Math.ceil((deadlineMs - Date.now()) / 1000))
    seen.textContent = fillText(words, { seconds: left })
    if (ANNOUNCED_SECONDS.has(left)) heard.textContent = seen.textContent
    if (left > 0) timer = setTimeout(tick, 1000)
    // It replaces this page, so that going back does not lead on again.
    else goTo(away, { isReplacing: true })
  }
  clearTimeout(timer)
  tick()
}

let timer: ReturnType<typeof setTimeout> | undefined

export default plainIsland('lead-ending', wake, { isEager: true })
