/** An element of a rendered page. */
export type Element = { tag: string; attributes: Record<string, string>; children: (Element | string)[] }

const TOKEN = /<!--.*?-->|<!DOCTYPE[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s"'>/=]+(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?)*)\s*(\/?)>|([^<]+)/gs
const ATTRIBUTE = /([^\s"'>/=]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/g
const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'path', 'source', 'circle', 'rect'])
/** Elements without markup inside. */
const RAW = /(<(script|style)\b[^>]*>).*?(<\/\2>)/gs
const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", nbsp: '\u00A0' }

const decoded = (text: string) => text.replace(/&(#?\w+);/g, (sign, name: string) => SIGNS[name] ?? sign)

/** Parses pages rendered by React, which closes every element. */
export function readHtml(html: string): Element {
  const root: Element = { tag: '', attributes: {}, children: [] }
  const open = [root]
  function close(tag: string): void {
    const place = open.findLastIndex((each) => each.tag === tag)
    if (place > 0) open.splice(place)
  }
  for (const [, closes, tag = '', attributes = '', isClosed, text] of html.replace(RAW, '$1$3').matchAll(TOKEN)) {
    const here = open.at(-1) ?? root
    if (text !== undefined) here.children.push(decoded(text))
    else if (closes) close(tag.toLowerCase())
    else if (tag !== '') {
      const element = { tag: tag.toLowerCase(), attributes: readAttributes(attributes), children: [] }
      here.children.push(element)
      if (!isClosed && !VOID.has(element.tag)) open.push(element)
    }
  }
  return root
}

function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
    name.toLowerCase(),
    decoded(double ?? single ?? bare ?? ''),
  ])
  return Object.fromEntries(found) as Record<string, string>
}

/** Matching descendants in document order; hidden ones only with `hidden`. */
export function elementsIn(element: Element, isWanted: (each: Element) => boolean, { hidden = false } = {}): Element[] {
  const below = element.children.filter((child) => typeof child !== 'string').filter((child) => hidden || !isHidden(child))
  return below.flatMap((child) => [...(isWanted(child) ? [child] : []), ...elementsIn(child, isWanted, { hidden })])
}

function isHidden({ tag, attributes }: Element): boolean {
  return 'hidden' in attributes || attributes['aria-hidden'] === 'true' || tag === 'head' || tag === 'template'
}

/** The visible text, with plain single spaces. */
export function textOf(element: Element): string {
  const words = (each: Element | string): string => {
    if (typeof each === 'string') return each
    const inside = each.children.map(words).join('')
    return isHidden(each)
      ? ''
      : /^(?:p|div|li|h\d|td|th|tr|dt|dd|label|section|button|a|option|legend)$/.test(each.tag)
        ? ` ${inside} `
        : inside
  }
  return element.children.map(words).join('').replace(/\s+/g, ' ').trim()
}
