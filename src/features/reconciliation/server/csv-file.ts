import { Readable } from 'node:stream'
import { parse, CsvError } from 'csv-parse'
import type { FileRow } from '../read-line.ts'
import { ROWS_AT_ONCE, UnreadableFile, type Bytes, type FileEncoding } from './file-rows.ts'

const SEPARATORS = [';', '\t', ',', '|'] as const
const MAX_ROW_CHARACTERS = 100_000
const LOOKED_AT_CHARACTERS = 16_384
const LOOKED_AT_LINES = 20

/** Rows of a CSV file (RFC 4180), with the separator that its first lines have. */
export async function* csvRows(bytes: Bytes, encoding: FileEncoding): AsyncGenerator<readonly FileRow[]> {
  const texts = decoded(bytes, encoding)[Symbol.asyncIterator]()
  let head = ''
  while (head.length < LOOKED_AT_CHARACTERS) {
    const next = await texts.next()
    if (next.done) break
    head += next.value
  }
  async function* whole() {
    yield head
    for (;;) {
      const next = await texts.next()
      if (next.done) return
      yield next.value
    }
  }
  const parser = parse({
    delimiter: separatorOf(head),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: MAX_ROW_CHARACTERS,
  })
  const source = Readable.from(whole())
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  const records: AsyncIterable<{ info: { lines: number }; record: string[] }> = parser
  let batch: FileRow[] = []
  try {
    for await (const { info, record } of records) {
      batch.push({ line: info.lines, cells: record })
      if (batch.length < ROWS_AT_ONCE) continue
      yield batch
      batch = []
    }
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error) : error
  } finally {
    source.destroy()
  }
  if (batch.length > 0) yield batch
}

function faultOf(error: CsvError): UnreadableFile {
  const { lines }: { lines?: unknown } = Object(error)
  const at = typeof lines === 'number' ? String(lines) : ''
  return new UnreadableFile(error.code === 'CSV_MAX_RECORD_SIZE' ? 'too-long-line' : 'quotes', at)
}

/** Without the mark of its encoding. */
export async function* decoded(bytes: Bytes, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of bytes) yield decoder.decode(part, { stream: true })
  yield decoder.decode()
}

/** The sign that the first lines have most often outside of quotes. */
export function separatorOf(text: string): string {
  const lines = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r\n|\n|\r/, LOOKED_AT_LINES)
  const counts = SEPARATORS.map((sign) => ({ sign, count: lines.reduce((sum, line) => sum + line.split(sign).length - 1, 0) }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}
