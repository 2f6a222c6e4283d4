import { csvRows, type TableRow, UnreadableTable } from '#shared/csv-rows.ts'
import { parseStrictJson } from '#server/security/strict-json.ts'

/** Rows of a CSV file with a heading line, or of a JSON list of objects; the first character says which. */
export function readTable(text: string): TableRow[] {
  const plain = text.replace(/^\ufeff/, '')
  return /^\s*[[{]/.test(plain) ? jsonRows(plain) : csvRows(plain)
}

function jsonRows(text: string): TableRow[] {
  let parsed: unknown
  try {
    parsed = parseStrictJson(text)
  } catch (error) {
    throw new UnreadableTable(error instanceof Error ? error.message : 'not JSON')
  }
  if (!Array.isArray(parsed)) throw new UnreadableTable('the file must hold a list of rows')
  const lines = linesOfItems(text)
  return parsed.map((values: unknown, place) => {
    const line = lines[place] ?? 1
    if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new UnreadableTable(`line ${line}: not a row`)
    return { line, values: { ...values } }
  })
}

/** The line on which each item of the outermost list begins. Runs only over text that was parsed before. */
function linesOfItems(text: string): number[] {
  const lines: number[] = []
  let depth = 0
  let line = 1
  let isExpected = false
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[{}[\],]|[^\s{}[\],"]+/gs)) {
    if (token === '\n') {
      line += 1
      continue
    }
    if (token === ']' || token === '}') depth -= 1
    if (depth === 1 && isExpected && token !== ']' && token !== ',') lines.push(line)
    if (token === '[' || token === '{') depth += 1
    isExpected = depth === 1 && (token === ',' || (token === '[' && lines.length === 0))
  }
  return lines
}
