/** An element as a record: its children by name, a list where a name stands several times, a text where there are none. */
export type XmlRecord = { [name: string]: XmlValue }
export type XmlValue = string | XmlRecord | (string | XmlRecord)[]

const DEEPEST = 20
const NAMED_CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const NAME = '[A-Za-z_][A-Za-z0-9_.-]*'
const TOKEN = new RegExp(
  [
    String.raw`<!--[\s\S]*?-->`,
    String.raw`<!\[CDATA\[(?<cdata>[\s\S]*?)\]\]>`,
    String.raw`<\?[\s\S]*?\?>`,
    `</(?<close>${NAME})\\s*>`,
    `<(?<open>${NAME})(?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*\\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
)

type Open = { name: string; children: XmlRecord; hasChildren: boolean; text: string }

/**
 * Parses one document strictly, or returns null. Document types are refused, so an entity bomb cannot be built. A byte order mark and
 * space around the document are allowed; attributes are ignored.
 */
export function parseXml(source: string): { name: string; value: string | XmlRecord } | null {
  const text = source.replace(/^\uFEFF/, '').trim()
  const stack: Open[] = []
  const scan = new RegExp(TOKEN)
  let root: { name: string; value: string | XmlRecord } | null = null

  while (scan.lastIndex < text.length) {
    const groups = scan.exec(text)?.groups
    if (!groups) return null
    const { open, close, empty, cdata, text: words } = groups
    const characters = cdata ?? (words === undefined ? undefined : unescapeText(words))
    if (characters === null) return null
    const top = stack.at(-1)

    if (characters !== undefined) {
      if (top) top.text += characters
      else if (characters.trim() !== '') return null
    }
    if (open !== undefined) {
      if (root || stack.length >= DEEPEST) return null
      stack.push({ name: open, children: Object.create(null) as XmlRecord, hasChildren: false, text: '' })
    }
    const ended = close ?? (empty === '/' ? open : undefined)
    if (ended !== undefined) {
      const element = stack.pop()
      if (element?.name !== ended) return null
      const value = valueOf(element)
      if (value === null) return null
      const parent = stack.at(-1)
      if (parent) addChild(parent, ended, value)
      else root = { name: ended, value }
    }
  }
  return stack.length === 0 ? root : null
}

/** Text beside elements is no record of anything. */
function valueOf({ children, hasChildren, text }: Open): string | XmlRecord | null {
  if (!hasChildren) return text.trim()
  return text.trim() === '' ? children : null
}

function addChild(parent: Open, name: string, value: string | XmlRecord): void {
  parent.hasChildren = true
  const before = parent.children[name]
  parent.children[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
}

/** Null when a character is named that XML does not know by itself. */
function unescapeText(text: string): string | null {
  let isKnown = true
  const plain = text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+))?;?/g, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? (hex === undefined ? undefined : Number.parseInt(hex, 16)) : Number(decimal)
    const character = code === undefined ? NAMED_CHARACTERS[name ?? ''] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    if (character === undefined || !whole.endsWith(';')) isKnown = false
    return character ?? ''
  })
  return isKnown ? plain : null
}

/** Writes fields in their order; an undefined one is left out. */
export function writeXml(root: string, fields: Record<string, XmlField | undefined>): string {
  return `<?xml version="1.0" encoding="utf-8"?>${element(root, fields)}`
}

export type XmlField = string | number | { [name: string]: XmlField | undefined } | XmlField[]

function element(name: string, value: XmlField): string {
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('')
  if (typeof value !== 'object') return `<${name}>${escapeText(String(value))}</${name}>`
  const inner = Object.entries(value).map(([child, field]) => (field === undefined ? '' : element(child, field)))
  return `<${name}>${inner.join('')}</${name}>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
