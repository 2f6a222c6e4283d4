import { fillText } from '#shared/fill-text.ts'

/** A screen reader hears these and is left in peace in between. */
const ANNOUNCED_SECONDS = new Set([30, 10, 5, 0])

/** MM-2: the seconds that remain for the request on the phone, from what the server granted: the phone's own clock may be wrong by hours. */
export function countDown(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>('[data-seconds]')
  const [seen, heard] = place?.querySelectorAll('[role]') ?? []
  if (!place || !seen || !heard) return
  const { seconds, words = '', over = '' } = place.dataset
  const deadlineMs = Date.now() + Number(seconds) * 1000
  const tick = () => {
    // Counted from the clock and not from ticks, so that a phone that slept shows the truth.
    const left = Math.max(0, Math.ceil((deadlineMs - Date.now()) / 1000))
    const shown = left > 0 ? fillText(words, { seconds: left }) : over
    seen.textContent = shown
    if (ANNOUNCED_SECONDS.has(left)) heard.textContent = shown
    if (left > 0 && place.isConnected) setTimeout(tick, 1000)
  }
  tick()
}
