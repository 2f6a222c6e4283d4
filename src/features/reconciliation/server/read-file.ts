import type { FileRow } from '../read-line.ts'
import { csvRows } from './csv-file.ts'
import { tableOf, UnreadableFile, type Bytes, type FileKind, type FileTable } from './file-rows.ts'
import { jsonRows } from './json-file.ts'
import { openWorkbook } from './xlsx-file.ts'

/** Sees a file as it passes, and says afterwards what it is. A text is UTF-8 when all of it is; else it is what Windows writes. */
export function kindOfFile(): { see(part: Buffer): void; kind(): FileKind } {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let head = Buffer.alloc(0)
  let isUtf8 = true
  let hasZero = false
  const decode = (part: Buffer, isLast: boolean) => {
    if (!isUtf8) return
    try {
      strict.decode(part, { stream: !isLast })
    } catch {
      isUtf8 = false
    }
  }
  return {
    see(part) {
      if (head.length < 64) head = Buffer.concat([head, part.subarray(0, 64)])
      hasZero ||= part.includes(0)
      decode(part, false)
    },
    kind() {
      decode(Buffer.alloc(0), true)
      if (head.length === 0) throw new UnreadableFile('empty')
      if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return { format: 'xlsx', encoding: 'utf-8' }
      const isWide = head[0] === 0xff && head[1] === 0xfe
      if (hasZero && !isWide) throw new UnreadableFile('binary')
      const encoding = isWide ? 'utf-16le' : isUtf8 ? 'utf-8' : 'windows-1252'
      const start = new TextDecoder(encoding).decode(head).trimStart()
      return { format: /^[[{]/.test(start) ? 'json' : 'csv', encoding }
    },
  }
}

export async function openTable(bytes: Bytes, { format, encoding }: FileKind): Promise<FileTable> {
  if (format === 'csv') return tableOf(csvRows(bytes, encoding))
  if (format === 'json') return tableOf(jsonRows(bytes, encoding))
  const { sheet, rows } = await openWorkbook(bytes)
  return tableOf(rows, sheet)
}

export type ProbedColumn = {
  name: string
  sample: string
  /** Every word of the column with its lines, where they are few; null where they are many. */
  words: Record<string, number> | null
}
export type Probe = { columns: ProbedColumn[]; rows: number; sheet: string | null; first: FileRow[] }

const MAX_WORDS = 24
const MAX_WORD = 60
const SHOWN_ROWS = 5

/** One look at the whole file, so that a person can say what its columns and words mean. `shown` takes out what is not stored. */
export async function probeTable({ header, sheet, rows }: FileTable, shown: (text: string) => string): Promise<Probe> {
  const words: (Map<string, number> | null)[] = header.map(() => new Map())
  const samples = header.map(() => '')
  const first: FileRow[] = []
  let count = 0
  for await (const batch of rows) {
    count += batch.length
    for (const { line, cells } of batch) {
      if (first.length < SHOWN_ROWS) first.push({ line, cells: header.map((_, place) => shown(cells[place] ?? '')) })
      for (let place = 0; place < header.length; place += 1) {
        const cell = cells[place]?.trim() ?? ''
        if (samples[place] === '' && cell !== '') samples[place] = shown(cell)
        const known = words[place]
        if (!known) continue
        if (cell.length > MAX_WORD) words[place] = null
        else known.set(cell, (known.get(cell) ?? 0) + 1)
        if (known.size > MAX_WORDS) words[place] = null
      }
    }
  }
  const columns = header.map((name, place) => {
    const counted = words[place]
    return {
      name,
      sample: samples[place] ?? '',
      words: counted ? Object.fromEntries([...counted].map(([word, lines]) => [shown(word), lines])) : null,
    }
  })
  return { columns, rows: count, sheet, first }
}
