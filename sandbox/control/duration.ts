const DURATION = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/
const MAX_MS = 366 * 24 * 60 * 60 * 1000

/** Milliseconds of an ISO 8601 duration in days, hours, minutes and seconds, or null: months and years have no fixed length. */
export function durationMs(text: string): number | null {
  const parts = DURATION.exec(text)
  if (!parts || text === 'P' || text.endsWith('T')) return null
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number]
  const milliseconds = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  return milliseconds <= MAX_MS ? milliseconds : null
}
