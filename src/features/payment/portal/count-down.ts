import { fillText } from '#shared/fill-text.ts'

/** A screen reader hears these and is left in peace in between. */
const ANNOUNCED_SECONDS = new Set([60, 30, 10, 5, 0])

/** What the time that is left is called: minutes where there are any, and what is said when it is over. */
export type LeftWords = { words: string; longWords: string; over: string }

export function timeLeft(seconds: number, { words, longWords, over }: LeftWords): string {
  if (seconds <= 0) return over
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? fillText(longWords, { minutes, seconds: seconds % 60 }) : fillText(words, { seconds })
}

/** How much of a ring whose way round is 100 is drawn. */
export function ringDashes(seconds: number, inAll: number): string {
  return `${inAll > 0 ? Math.min(100, Math.max(0, (seconds / inAll) * 100)) : 0} 100`
}

/** MM-2: the seconds that remain for the request on the phone, from what the server granted: the phone's own clock may be wrong by hours. */
export function countDown(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>('[data-seconds]')
  const [seen, heard] = place?.querySelectorAll('[role]') ?? []
  if (!place || !seen || !heard) return
  const ring = root.querySelector('[data-ring]')
  const { seconds, inAll, words = '', longWords = '', over = '' } = place.dataset
  const deadlineMs = Date.now() + Number(seconds) * 1000
  const tick = () => {
    // Counted from the clock and not from ticks, so that a phone that slept shows the truth.
    const left = Math.max(0, Math.ceil((deadlineMs - Date.now()) / 1000))
    const shown = timeLeft(left, { words, longWords, over })
    seen.textContent = shown
    ring?.setAttribute('stroke-dasharray', ringDashes(left, Number(inAll)))
    if (ANNOUNCED_SECONDS.has(left)) heard.textContent = shown
    if (left > 0 && place.isConnected) setTimeout(tick, 1000)
  }
  tick()
}
