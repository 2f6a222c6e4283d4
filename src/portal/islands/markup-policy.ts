type Policy = { createHTML(markup: string): string | null }
type PolicyFactory = { createPolicy(name: 'default', rules: Policy): unknown }

/** Drawings, plain words and links, spelled strictly: nothing in it can run, load or be filled in. */
const TAGS = '(?:span|div|p|b|strong|i|em|br|svg|g|path|circle|rect|line|polyline|polygon|text)'
const ATTRIBUTES =
  '(?:class|title|role|aria-[a-z]+|xmlns|viewBox|width|height|d|points|cx|cy|r|x|y|x1|y1|x2|y2|dx|dy|fill|stroke|stroke-[a-z]+|text-anchor|transform)'
const LINK = '<a href="(?:https://|/)[^"<>\\s]*"(?: (?:class|title|rel|target)="[^"<>]*")*>|</a>'
const HARMLESS = new RegExp(`^(?:[^<]|</?${TAGS}(?: ${ATTRIBUTES}="[^"<>]*")* ?/?>|${LINK})*$`)

/**
 * Trusted Types: our content policy lets no plain text become markup. A library that writes small drawings (the map does, even while
 * it loads) comes through here.
 */
export function installMarkupPolicy(): void {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  factory?.createPolicy('default', { createHTML: (markup) => (isHarmlessMarkup(markup) ? markup : null) })
}

/** React makes every script element out of this constant: it is empty, and one made this way never runs. */
const EMPTY_SCRIPT = '<script></script>'

export function isHarmlessMarkup(markup: string): boolean {
  return markup === EMPTY_SCRIPT || HARMLESS.test(markup)
}
