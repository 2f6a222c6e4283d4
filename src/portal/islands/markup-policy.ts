type Policy = { createHTML(markup: string): string | null }
type PolicyFactory = { createPolicy(name: 'default', rules: Policy): unknown }

/** Allows SVG drawings, plain text and links in a strict syntax: nothing that runs, loads or takes input. */
const TAGS = '(?:span|div|p|b|strong|i|em|br|svg|g|path|circle|rect|line|polyline|polygon|text)'
const ATTRIBUTES =
  '(?:class|title|role|aria-[a-z]+|xmlns|viewBox|width|height|d|points|cx|cy|r|x|y|x1|y1|x2|y2|dx|dy|fill|stroke|stroke-[a-z]+|text-anchor|transform)'
const LINK = '<a href="(?:https://|/)[^"<>\\s]*"(?: (?:class|title|rel|target)="[^"<>]*")*>|</a>'
const HARMLESS = new RegExp(`^(?:[^<]|</?${TAGS}(?: ${ATTRIBUTES}="[^"<>]*")* ?/?>|${LINK})*$`)

/**
 * Trusted Types: our content policy does not let strings become markup. Libraries that write small drawings (the map does, even while
 * it loads) use this policy.
 */
export function installMarkupPolicy(): void {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  factory?.createPolicy('default', { createHTML: (markup) => (isHarmlessMarkup(markup) ? markup : null) })
}

/** React creates every script element from this constant: it is empty, and a script created this way never runs. */
const EMPTY_SCRIPT = '<script></script>'

export function isHarmlessMarkup(markup: string): boolean {
  return markup === EMPTY_SCRIPT || HARMLESS.test(markup)
}
