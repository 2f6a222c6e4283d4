import { parseStrictJson } from '#server/security/strict-json.ts'
import type { FileRow } from '../read-line.ts'
import { decoded } from './csv-file.ts'
import { ROWS_AT_ONCE, UnreadableFile, type Bytes, type FileEncoding } from './file-rows.ts'

/** It is held in memory as a whole: larger exports are CSV. */
const MAX_CHARACTERS = 32 * 1024 * 1024

/** Rows of a JSON list of objects, or of the list under `data`, as providers' calls return it. The first row holds the names. */
export async function* jsonRows(bytes: Bytes, encoding: FileEncoding): AsyncGenerator<readonly FileRow[]> {
  let text = ''
  for await (const part of decoded(bytes, encoding)) {
    text += part
    if (text.length > MAX_CHARACTERS) throw new UnreadableFile('too-large-inside')
  }
  const items = listIn(text)
  const names = [...new Set(items.slice(0, ROWS_AT_ONCE).flatMap((item) => Object.keys(item)))]
  yield [{ line: 0, cells: names }]
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE)
    yield items
      .slice(at, at + ROWS_AT_ONCE)
      .map((item, place) => ({ line: at + place + 1, cells: names.map((name) => cellText(item[name])) }))
}

function listIn(text: string): Record<string, unknown>[] {
  let parsed: unknown
  try {
    parsed = parseStrictJson(text)
  } catch {
    throw new UnreadableFile('json')
  }
  const { data }: { data?: unknown } = Object(parsed)
  const list = Array.isArray(parsed) ? parsed : data
  if (!Array.isArray(list)) throw new UnreadableFile('json')
  return list.map((item: unknown, place) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) throw new UnreadableFile('json', String(place + 1))
    return { ...item }
  })
}

/** A JSON table may contain numbers; any other value is an empty cell. */
function cellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
