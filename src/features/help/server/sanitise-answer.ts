import sanitizeHtml from 'sanitize-html'
import { pathInsidePortal } from '#shared/path-inside-portal.ts'

/** What an answer may be made of. Everything else goes; of most elements the words stay. */
const ALLOWED_TAGS = ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'h3', 'a']
const DEEPEST_NESTING = 12

/** An answer from content as it may stand in our page: no script, style, event handler or frame, and links that were checked. */
export function sanitiseAnswer(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    parseStyleAttributes: false,
    nestingLimit: DEEPEST_NESTING,
    transformTags: { a: (_tag, { href = '' }) => ({ tagName: 'a', attribs: checkedLink(href) }) },
  }).trim()
}

/** A path of this portal, an https address or a number to call; any other link loses its address and stays as words. */
function checkedLink(href: string): Record<string, string> {
  if (href.startsWith('/')) return { href: pathInsidePortal(href) }
  if (/^tel:[0-9+]{2,15}$/.test(href)) return { href }
  if (!/^https:\/\/[^/\\]/i.test(href) || !URL.canParse(href)) return {}
  const { username, password } = new URL(href)
  // 'https://portal@elsewhere.test' shows one name and leads to another.
  return username || password ? {} : { href: new URL(href).href, rel: 'noopener' }
}

const ENTITIES: Readonly<Partial<Record<string, string>>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of a sanitised answer, for search and for search engines. */
export function wordsOfAnswer(sanitised: string): string {
  return sanitised
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
