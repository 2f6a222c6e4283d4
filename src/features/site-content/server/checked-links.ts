import { editorLink, pathInsidePortal } from '#shared/safe-addresses.ts'

/** The fields of page packages that hold an address, and what may stand in them. */
const RULES: Readonly<Partial<Record<string, (text: string) => string | null>>> = {
  href: editorLink,
  heading_image: (text) => (pathInsidePortal(text) === text ? text : null),
}

/** In sentences for an editor. */
export function linkProblems(body: unknown, path = ''): string[] {
  return entriesOf(body).flatMap(([key, value]) => {
    const rule = ruleFor(key, value)
    if (!rule) return linkProblems(value, `${path}/${key}`)
    return rule(String(value)) === null
      ? [`${path}/${key} '${String(value)}' is no place of the portal and no https, tel or mailto address`]
      : []
  })
}

/** A package may have been stored before the rule was as strict as now: a link that the rule refuses leads home. */
export function withCheckedLinks(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withCheckedLinks)
  if (typeof body !== 'object' || body === null) return body
  const checked = entriesOf(body).map(([key, value]) => {
    const rule = ruleFor(key, value)
    return [key, rule ? (rule(String(value)) ?? '/') : withCheckedLinks(value)]
  })
  return Object.fromEntries(checked)
}

function ruleFor(key: string, value: unknown) {
  return typeof value === 'string' && Object.hasOwn(RULES, key) ? RULES[key] : undefined
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
