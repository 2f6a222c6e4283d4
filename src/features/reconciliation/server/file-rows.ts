import type { FileRow } from '../read-line.ts'

/** A file that cannot be read as a table, with what is wrong and where. */
export class UnreadableFile extends Error {
  readonly why: FileFault
  readonly at: string
  constructor(why: FileFault, at = '') {
    super(at === '' ? `the file cannot be read: ${why}` : `line ${at}: the file cannot be read: ${why}`)
    this.why = why
    this.at = at
  }
}

export const FILE_FAULTS = [
  'empty',
  'no-table',
  'binary',
  'quotes',
  'json',
  'xlsx',
  'too-large-inside',
  'too-long-line',
  'columns',
] as const
export type FileFault = (typeof FILE_FAULTS)[number]

export type FileFormat = 'csv' | 'xlsx' | 'json'
export type FileEncoding = 'utf-8' | 'utf-16le' | 'windows-1252'

/** What the first bytes, and the whole of the text, say about a file. */
export type FileKind = { format: FileFormat; encoding: FileEncoding }

export type Bytes = AsyncIterable<Buffer>

/** Rows in the order of the file, some at a time: no file is held in memory as a whole. */
export type FileTable = {
  header: readonly string[]
  /** Name of the sheet of a workbook. */
  sheet: string | null
  rows: AsyncIterable<readonly FileRow[]>
}

export const ROWS_AT_ONCE = 2_000
const MAX_COLUMNS = 200
const LOOKED_AT = 25
const MOSTLY = 0.8

/** The heading is the first row with about as many cells as the fullest: statements begin with lines about their account. */
export async function tableOf(batches: AsyncIterable<readonly FileRow[]>, sheet: string | null = null): Promise<FileTable> {
  const iterator = batches[Symbol.asyncIterator]()
  const head: FileRow[] = []
  let isOver = false
  while (head.length < LOOKED_AT && !isOver) {
    const next = await iterator.next()
    if (next.done) isOver = true
    else head.push(...next.value)
  }
  const filled = ({ cells }: FileRow) => cells.filter((cell) => cell.trim() !== '').length
  const fullest = Math.max(0, ...head.slice(0, LOOKED_AT).map(filled))
  const place = head.findIndex((row) => filled(row) >= Math.max(2, fullest * MOSTLY))
  const heading = head[place]
  if (!heading) throw new UnreadableFile(head.length === 0 ? 'empty' : 'no-table')
  if (heading.cells.length > MAX_COLUMNS) throw new UnreadableFile('columns', String(heading.cells.length))
  const rest = head.slice(place + 1)
  async function* rows() {
    if (rest.length > 0) yield rest
    for (;;) {
      const next = await iterator.next()
      if (next.done) return
      yield next.value
    }
  }
  return { header: heading.cells.map((cell) => cell.trim().slice(0, 100)), sheet, rows: rows() }
}
