import { fillText } from '#shared/fill-text.ts'

/** Screen readers announce the time at these seconds only. */
const ANNOUNCED_SECONDS = new Set([60, 30, 10, 5, 0])

/** The remaining time in words: in minutes where there are any, and a text for when it is over. */
export type LeftWords = { words: string; longWords: string; over: string }

export function timeLeft(seconds: number, { words, longWords, over }: LeftWords): string {
  if (seconds <= 0) return over
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? fillText(longWords, { minutes, seconds: seconds % 60 }) : fillText(words, { seconds })
}

/** The drawn part of a ring whose circumference is 100. */
export function ringDashes(seconds: number, inAll: number): string {
  return `${inAll > 0 ? Math.min(100, Math.max(0, (seconds / inAll) * 100)) : 0} 100`
}

/** MM-2: the remaining seconds of the request on the phone, as granted by the server: the phone's own clock may be wrong by hours. */
export function countDown(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>('[data-seconds]')
  const [seen, heard] = place?.querySelectorAll('[role]') ?? []
  if (!place || !seen || !heard) return
  const ring = root.querySelector('[data-ring]')
  const { seconds, inAll, words = '', longWords = '', over = '' } = place.dataset
  const deadlineMs = Date.now() + Number(seconds) * 1000
  const tick = () => {
    // Counted from the clock and not from ticks, so a phone that slept shows the right time.
    const left = Math.max(0, Math.ceil((deadlineMs - Date.now()) / 1000))
    const shown = timeLeft(left, { words, longWords, over })
    seen.textContent = shown
    ring?.setAttribute('stroke-dasharray', ringDashes(left, Number(inAll)))
    if (ANNOUNCED_SECONDS.has(left)) heard.textContent = shown
    if (left > 0 && place.isConnected) setTimeout(tick, 1000)
  }
  tick()
}
