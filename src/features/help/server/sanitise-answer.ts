import sanitizeHtml from 'sanitize-html'
import { editorLink } from '#shared/safe-addresses.ts'

/** The allowed elements of an answer. Others are removed; the text of most of them stays. */
const ALLOWED_TAGS = ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'h3', 'a']
const DEEPEST_NESTING = 12

/** An answer from content as it may stand in our page: no script, style, event handler or frame, and links that were checked. */
export function sanitiseAnswer(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https', 'tel', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    parseStyleAttributes: false,
    nestingLimit: DEEPEST_NESTING,
    transformTags: { a: (_tag, { href = '' }) => ({ tagName: 'a', attribs: checkedLink(href) }) },
  }).trim()
}

/** A link that is not allowed loses its URL and stays as text. */
function checkedLink(written: string): Record<string, string> {
  const href = editorLink(written)
  if (href === null) return {}
  return href.startsWith('https:') ? { href, rel: 'noopener' } : { href }
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
