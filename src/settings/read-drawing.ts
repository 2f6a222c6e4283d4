import type { Drawing } from '#shared/operator-record.ts'

/** Shapes and their paint. All else is refused: scripts, event attributes, addresses, styles, foreign markup. */
const ELEMENTS = new Set(['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'])
const ATTRIBUTES = new Set(
  'viewBox preserveAspectRatio d cx cy r rx ry x y x1 y1 x2 y2 width height points transform fill fill-rule clip-rule fill-opacity opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-opacity stroke-dasharray'.split(
    ' ',
  ),
)
const NAMESPACE = 'http://www.w3.org/2000/svg'
const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*"[^"<>]*")*)\s*\/?>/g
/** Numbers, colours, path commands and transforms; no colon, no quotation mark, no `url(`. */
const VALUE = /^(?!.*url\()[\w#.,()\s%+-]*$/i

/** What is wrong with an SVG that stands in pages; nothing is wrong with an empty list. */
export function drawingProblems(source: string): string[] {
  const rest = source.replaceAll(TAG, '').trim()
  const tags = [...source.matchAll(TAG)]
  return [
    ...(rest === '' ? [] : [`holds '${rest.slice(0, 40)}', which is no shape`]),
    ...(isNested(tags) ? [] : ['does not close its elements in the order in which it opened them']),
    ...(/^\s*<svg\s[^>]*viewBox="0 0 [1-9]\d* [1-9]\d*"/.test(source) ? [] : ['must begin with <svg … viewBox="0 0 width height">']),
    ...tags.flatMap(([, , name = '', attributes = '']) => [
      ...(ELEMENTS.has(name) ? [] : [`<${name}> is not allowed`]),
      ...[...attributes.matchAll(/([\w:-]+)\s*=\s*"([^"]*)"/g)]
        .filter(([, attribute = '', value = '']) => !isAllowed(attribute, value))
        .map(([, attribute = '', value = '']) => `<${name}> may not have ${attribute}="${value.slice(0, 40)}"`),
    ]),
  ]
}

/** An icon is a file of its own, square. */
export function iconProblems(source: string): string[] {
  const [, , width, height] = readDrawing(source).viewBox.split(' ')
  return [
    ...drawingProblems(source),
    ...(source.includes(`xmlns="${NAMESPACE}"`) ? [] : [`must name its namespace: xmlns="${NAMESPACE}"`]),
    ...(width === height ? [] : ['must be square']),
  ]
}

/** One element around all others, each closed where it was opened. */
function isNested(tags: readonly RegExpExecArray[]): boolean {
  const open: string[] = []
  return (
    tags.every(([tag, slash, name = ''], at) => {
      if (open.length === 0 && at > 0) return false
      if (slash) return open.pop() === name
      if (!tag.endsWith('/>')) open.push(name)
      return true
    }) && open.length === 0
  )
}

function isAllowed(attribute: string, value: string): boolean {
  return attribute === 'xmlns' ? value === NAMESPACE : ATTRIBUTES.has(attribute) && VALUE.test(value)
}

export function readDrawing(source: string): Drawing {
  const [, root = '', shapes = ''] = /^\s*<svg\s([^>]*)>(.*)<\/svg>\s*$/s.exec(source) ?? []
  const valueOf = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(root)?.[1]
  return { viewBox: valueOf('viewBox') ?? '', fit: valueOf('preserveAspectRatio') ?? 'xMidYMid', shapes }
}
