import { fillText } from '#shared/fill-text.ts'

const MINUTES_OF_DAY = 24 * 60

/**
 * GEN-8: the time of the last news, by the portal's clock: that of the phone may be wrong by hours. The page holds the minutes since midnight
 * at which it was made; only the time since then is measured here.
 */
export function tellLastNews(root: ParentNode): void {
  const place = root.querySelector<HTMLElement>('[data-clock]')
  if (!place) return
  const { clock, words = '' } = place.dataset
  place.dataset.madeAtMs ??= String(Date.now())
  place.textContent = fillText(words, { time: newsTime(Number(clock), Date.now() - Number(place.dataset.madeAtMs)) })
}

/** '16:49' */
export function newsTime(minutes: number, laterMs: number): string {
  const now = (minutes + Math.max(0, Math.floor(laterMs / 60_000))) % MINUTES_OF_DAY
  return [Math.floor(now / 60), now % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
