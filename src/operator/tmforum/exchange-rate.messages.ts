/** The rate in an answer, as plain decimal text; null when it is none, or one that cannot be worked with exactly. */
export function rateOf(body: unknown, field: string): string | null {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[0-9]{1,9}(?:\.[0-9]{1,12})?$/.test(text) && /[1-9]/.test(text) ? text : null
}
