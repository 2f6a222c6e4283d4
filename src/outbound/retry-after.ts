/** A wrong header must not disable anything for days. */
const MAX_RETRY_AFTER_MS = 3_600_000

/** `Retry-After`: seconds or a date, as HTTP defines it. Null when it is missing or not in the future. */
export function retryAt(header: string | null, now: Date): Date | null {
  const text = header?.trim() ?? ''
  if (text === '') return null
  const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text)
  if (Number.isNaN(at) || at <= now.getTime()) return null
  return new Date(Math.min(at, now.getTime() + MAX_RETRY_AFTER_MS))
}
