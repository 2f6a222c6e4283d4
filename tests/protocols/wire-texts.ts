import type { Call } from './protocol-document.ts'

/** Serializes and parses bodies. */

/** How a call is answered: a form has no answer of its own kind. */
export function answeredAs({ writtenAs }: Pick<Call, 'writtenAs'>): Call['writtenAs'] {
  return writtenAs === 'form' ? 'json' : writtenAs
}

export function parsed(text: string, writtenAs: Call['writtenAs']): unknown {
  if (writtenAs === 'form') return Object.fromEntries(new URLSearchParams(text))
  return writtenAs === 'xml' ? parsedXml(text) : JSON.parse(text)
}

export function written(body: Record<string, unknown>, writtenAs: Call['writtenAs']): string {
  if (writtenAs === 'form') return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString()
  return writtenAs === 'xml' ? `<?xml version="1.0" encoding="utf-8"?>${xmlOf(body)}` : JSON.stringify(body)
}

const ELEMENT = /<([A-Za-z][\w.-]*)(?:\s[^>]*)?(?:\/>|>((?:(?!<\1[\s>])[\s\S])*?)<\/\1>)/g

/** XML without attributes or mixed contents, as a record; elements of one name become a list. */
function parsedXml(text: string): unknown {
  const body = text.replace(/<\?xml[^>]*\?>/, '').trim()
  const elements = [...body.matchAll(ELEMENT)]
  if (elements.length === 0) return unescaped(body)
  const fields: Record<string, unknown> = {}
  for (const [, name = '', inner = ''] of elements) {
    const value = parsedXml(inner)
    const before = fields[name]
    fields[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return fields
}

function xmlOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(xmlOf).join('')
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([name, inner]) =>
      Array.isArray(inner) ? inner.map((one) => `<${name}>${xmlOf(one)}</${name}>`).join('') : `<${name}>${xmlOf(inner)}</${name}>`,
    )
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function unescaped(text: string): string {
  return text
    .replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
