/** Edits of source text by visible anchors. A missing anchor stops before anything is written. */

/** A new entry at the end of the list or table that begins in the line of `declaration`, and ends at the same depth. */
export function addEntry(source: string, declaration: string, entry: string): string {
  const start = placeOf(source, declaration)
  const line = source.slice(start, lineEnd(source, start))
  const oneLine = /\](?= as const| satisfies|$)/.exec(line)
  if (oneLine) return insert(source, start + oneLine.index, `, ${entry}`)
  const indent = /^ */.exec(source.slice(lineStart(source, start)))?.[0] ?? ''
  return insert(source, placeOf(source, `\n${indent}`, start, /^[}\]]/), `${entry}\n${indent}`)
}

/** After the last entry that holds `mark`. */
export function addAfterLast(source: string, mark: string, end: string, text: string): string {
  const last = source.lastIndexOf(mark)
  if (last === -1) throw new Error(`"${mark}" is not there`)
  return insert(source, placeOf(source, end, last) + end.length, text)
}

export function addBefore(source: string, mark: string, text: string): string {
  return insert(source, placeOf(source, mark), text)
}

export function addImport(source: string, statement: string): string {
  const imports = [...source.matchAll(/^(?:import |\} from )[^\n]*'$/gm)]
  const last = imports.at(-1)
  if (!last) throw new Error('there are no imports')
  return insert(source, last.index + last[0].length, `\n${statement}`)
}

function placeOf(source: string, mark: string, from = 0, followedBy?: RegExp): number {
  for (let place = source.indexOf(mark, from); place !== -1; place = source.indexOf(mark, place + 1)) {
    const after = place + mark.length
    if (!followedBy) return place
    if (followedBy.test(source.slice(after, after + 1))) return after
  }
  throw new Error(`"${mark.trim()}" is not there`)
}

function insert(source: string, place: number, text: string): string {
  return source.slice(0, place) + text + source.slice(place)
}

const lineStart = (source: string, place: number) => source.lastIndexOf('\n', place) + 1
const lineEnd = (source: string, place: number) => {
  const end = source.indexOf('\n', place)
  return end === -1 ? source.length : end
}
