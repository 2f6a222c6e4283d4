import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type Tables = Map<string, Map<string, unknown>>

/** One line of the journal. */
export type Change =
  | ['put', collection: string, key: string, record: unknown]
  | ['remove', collection: string, key: string]
  | ['clear']
  | ['together', Change[]]

export type JournalFile = { tables: Tables; append(change: Change): void; close(): void }

const COMPACT_ABOVE_BYTES = 64 * 1024 * 1024
const WRITE_CHUNK_CHARS = 1024 * 1024

/** Replays the journal of a folder and starts it afresh with what is left of it. */
export function createJournalFile(folder: string): JournalFile {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'journal.jsonl')
  const tables = existsSync(path) ? replay(path, readFileSync(path, 'utf8')) : new Map<string, Map<string, unknown>>()
  let { descriptor, bytes } = compact(path, tables)
  let compactAbove = Math.max(COMPACT_ABOVE_BYTES, bytes * 4)

  return {
    tables,
    append(change) {
      const line = Buffer.from(`${JSON.stringify(change)}\n`)
      writeSync(descriptor, line)
      bytes += line.length
      if (bytes < compactAbove) return
      closeSync(descriptor)
      ;({ descriptor, bytes } = compact(path, tables))
      compactAbove = Math.max(COMPACT_ABOVE_BYTES, bytes * 4)
    },
    close: () => closeSync(descriptor),
  }
}

function replay(path: string, text: string): Tables {
  const tables: Tables = new Map()
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const change = readLine(line)
    if (change) {
      apply(tables, change)
      continue
    }
    // Only the last write can have been cut short; anything earlier is damage that we do not paper over.
    const isLast = index === lines.length - 1
    if (!isLast) throw new Error(`${path}: line ${index + 1} is damaged; delete the file to begin with a fresh world`)
  }
  return tables
}

function readLine(line: string): Change | null {
  try {
    return JSON.parse(line) as Change
  } catch {
    return null
  }
}

function apply(tables: Tables, change: Change): void {
  switch (change[0]) {
    case 'put': {
      const [, name, key, record] = change
      const table = tables.get(name) ?? new Map<string, unknown>()
      table.set(key, record)
      tables.set(name, table)
      return
    }
    case 'remove':
      tables.get(change[1])?.delete(change[2])
      return
    case 'clear':
      tables.clear()
      return
    case 'together':
      for (const one of change[1]) apply(tables, one)
  }
}

/** Writes beside, then renames: a crash leaves either the old file or the new one. */
function compact(path: string, tables: Tables): { descriptor: number; bytes: number } {
  const descriptor = openSync(`${path}.new`, 'w', 0o600)
  let bytes = 0
  let chunk = ''
  const flush = () => {
    bytes += writeSync(descriptor, chunk)
    chunk = ''
  }
  for (const [name, table] of tables) {
    for (const [key, record] of table) {
      chunk += `${JSON.stringify(['put', name, key, record] satisfies Change)}\n`
      if (chunk.length > WRITE_CHUNK_CHARS) flush()
    }
  }
  flush()
  fsyncSync(descriptor)
  renameSync(`${path}.new`, path)
  return { descriptor, bytes }
}
