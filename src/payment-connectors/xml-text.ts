/** Elements and text: all that DPO's messages use. Attributes are skipped; syntax that can expand or fetch is refused. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

export type XmlTree = { [name: string]: string | XmlTree }

const MAX_XML_CHARACTERS = 256 * 1024
const DEEPEST = 16
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** An ampersand that begins neither a character reference nor one of the five names. */
const FOREIGN_ENTITY = /&(?!#[0-9]{1,7};|#x[0-9a-fA-F]{1,6};|(?:amp|lt|gt|quot|apos);)/

export function writeXml(tree: XmlTree): string {
  return `<?xml version="1.0" encoding="utf-8"?>${writeChildren(tree)}`
}

function writeChildren(tree: XmlTree): string {
  return Object.entries(tree)
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? escapeXml(value) : writeChildren(value)}</${name}>`)
    .join('')
}

export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;')
}

/** The root element, or null: not well-formed, too large, too deep, or with a DOCTYPE. One pass, no recursion, no entity of its own. */
export function readXml(input: string): XmlElement | null {
  if (input.length > MAX_XML_CHARACTERS) return null
  const text = input.replace(/^\uFEFF/, '')
  const document: XmlElement = { name: '', text: '', children: [] }
  const open = [document]
  let at = 0
  while (at < text.length) {
    const next = readPiece(text, at, open)
    if (next === null) return null
    at = next
  }
  const [root, ...others] = document.children
  const isWhole = open.length === 1 && others.length === 0 && document.text.trim() === ''
  return root && isWhole ? root : null
}

/** The text of the only child with that name; null when there is none, several, or one with children. */
export function childText(element: XmlElement, name: string): string | null {
  const [child, ...others] = childrenOf(element, name)
  return child && others.length === 0 && child.children.length === 0 ? child.text.trim() : null
}

/**
 * The same for readers that must distinguish absent from unreadable: undefined when there is no such child, an object when there are
 * several or it has children.
 */
export function childValue(element: XmlElement, name: string): unknown {
  return childrenOf(element, name).length === 0 ? undefined : (childText(element, name) ?? UNREADABLE)
}

/** Neither a text nor absence. */
const UNREADABLE = { isReadable: false } as const

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** Reads the piece at `at` into the innermost open element; returns where the next piece begins. */
function readPiece(text: string, at: number, open: XmlElement[]): number | null {
  const inner = open.at(-1)
  if (!inner) return null
  if (text[at] !== '<') {
    const mark = text.indexOf('<', at)
    const end = mark === -1 ? text.length : mark
    const decoded = decodeEntities(text.slice(at, end))
    if (decoded === null) return null
    inner.text += decoded
    return end
  }
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at)
    if (end === -1) return null
    inner.text += text.slice(at + '<![CDATA['.length, end)
    return end + ']]>'.length
  }
  if (text.startsWith('<!--', at)) return after(text, '-->', at + '<!--'.length)
  if (text.startsWith('<?', at)) return after(text, '?>', at)
  return readTag(text, at, open)
}

function readTag(text: string, at: number, open: XmlElement[]): number | null {
  const end = text.indexOf('>', at)
  // '<!' that is neither a comment nor CDATA is a DOCTYPE or one of its declarations: the pattern does not match it.
  const tag = end === -1 ? null : /^<(\/?)([A-Za-z_][\w.-]*)(\s[^<]*|\/)?>$/.exec(text.slice(at, end + 1))
  if (!tag) return null
  const [, slash, name = '', rest = ''] = tag
  if (slash) {
    if (rest.trim() !== '' || open.length === 1 || open.pop()?.name !== name) return null
    return end + 1
  }
  const element: XmlElement = { name, text: '', children: [] }
  open.at(-1)?.children.push(element)
  if (!rest.endsWith('/')) open.push(element)
  return open.length > DEEPEST ? null : end + 1
}

function after(text: string, mark: string, from: number): number | null {
  const end = text.indexOf(mark, from)
  return end === -1 ? null : end + mark.length
}

function decodeEntities(text: string): string | null {
  if (!text.includes('&')) return text
  if (FOREIGN_ENTITY.test(text)) return null
  return text.replace(/&(?:#([0-9]+)|#x([0-9a-fA-F]+)|([a-z]+));/g, (_, decimal?: string, hex?: string, name?: string) =>
    name ? (NAMED_ENTITIES[name] ?? '') : characterOf(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)),
  )
}

/** A reference to a character that XML does not allow becomes the replacement character. */
function characterOf(codePoint: number): string {
  const isAllowed = codePoint >= 0x20 || codePoint === 0x09 || codePoint === 0x0a || codePoint === 0x0d
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  return isAllowed && !isSurrogate && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\uFFFD'
}
