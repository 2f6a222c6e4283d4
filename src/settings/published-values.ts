import type { Published } from './setting.ts'

/** Compared case-insensitively. */
export function isPublished({ value, where }: Published, given: string): boolean {
  const text = given.toLowerCase()
  const known = value.toLowerCase()
  if (where === 'whole') return text === known
  if (where === 'beginning') return text.startsWith(known)
  if (where === 'inside') return text.includes(known)
  const host = URL.parse(given)?.hostname.replace(/\.$/, '') ?? ''
  return host === known || host.endsWith(`.${known}`)
}
