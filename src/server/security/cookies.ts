/** One cookie of a Cookie header, or null. A name sent twice counts as absent: a browser does not do that. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 ? (values[0] ?? null) : null
}
