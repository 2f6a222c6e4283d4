type Policy = { createHTML(html: string): string }
type PolicyFactory = { createPolicy(name: string, rules: Policy): Policy }

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
const policy = factory?.createPolicy('guichet-help', { createHTML: (html) => html })

/** Lets an answer into the page. Only for HTML that our server sanitised; any other markup is refused by the browser itself. */
export function trustedAnswer(sanitisedHtml: string): string {
  return policy ? policy.createHTML(sanitisedHtml) : sanitisedHtml
}
