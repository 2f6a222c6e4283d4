import { plainIsland } from '#plain-island'
import { fillText } from '#shared/fill-text.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { keepModal } from '#portal/ui/messages/show-modal.ts'

/** The only seconds that screen readers announce. */
const ANNOUNCED_SECONDS = new Set([5, 0])

/** LEAD-3: shows the outcome above the page and goes to the next page automatically. */
function hydrate(element: HTMLElement): void {
  const dialog = element.querySelector('dialog')
  if (dialog) keepModal(dialog)
  offerCopy(element)
  leadOn(element)
  // Returning to the page restarts the countdown.
  addEventListener('pageshow', ({ persisted }) => persisted && leadOn(element))
}

/** The number of the request, for who tracks it later. */
function offerCopy(element: HTMLElement): void {
  const button = element.querySelector<HTMLElement>('[data-copy]')
  if (!button || !navigator.clipboard) return
  button.hidden = false
  button.addEventListener('click', () => {
    const { copy = '', copied = '' } = button.dataset
    // A refusal of the clipboard leaves the number to read.
    navigator.clipboard.writeText(copy).then(
      () => (button.textContent = copied),
      () => (button.hidden = true),
    )
  })
}

function leadOn(element: HTMLElement): void {
  const place = element.querySelector<HTMLElement>('[data-away]')
  const [seen, heard] = place?.querySelectorAll('[role]') ?? []
  if (!place || !seen || !heard) return
  const { away = '/', delay, words = '' } = place.dataset
  const deadlineMs = Date.now() + Number(delay)
  place.hidden = false
  const tick = () => {
    // Computed from the clock, so that the countdown is right after the phone slept.
    const left = Math.max(0, Math.ceil((deadlineMs - Date.now()) / 1000))
    seen.textContent = fillText(words, { seconds: left })
    if (ANNOUNCED_SECONDS.has(left)) heard.textContent = seen.textContent
    if (left > 0) timer = setTimeout(tick, 1000)
    // Replaces this page, so that going back does not start the countdown again.
    else goTo(away, { isReplacing: true })
  }
  clearTimeout(timer)
  tick()
}

let timer: ReturnType<typeof setTimeout> | undefined

export default plainIsland('lead-ending', hydrate, { isEager: true })
