/** The rate in a response, as plain decimal text; null when it is missing or cannot be computed with exactly. */
export function rateOf(body: unknown, field: string): string | null {
  const fields: Record<string, unknown> = typeof body === 'object' ? { ...body } : {}
  const value = fields[field]
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[0-9]{1,9}(?:\.[0-9]{1,12})?$/.test(text) && /[1-9]/.test(text) ? text : null
}
