import sax, { type SAXParser } from 'sax'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import type { FileRow } from '../read-line.ts'
import { UnreadableFile, type Bytes } from './file-rows.ts'

/** Of the packed file, which is held in memory. */
export const MAX_WORKBOOK_BYTES = 48 * 1024 * 1024
/** A zip bomb unpacks to far more than a sheet of the longest statement. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024
const MAX_RATIO = 120
const SMALL_BYTES = 4 * 1024 * 1024
const MAX_ENTRIES = 2_000
const MAX_SHARED_CHARACTERS = 48 * 1024 * 1024
const MAX_CELL_CHARACTERS = 32_767
const MAX_COLUMN = 200

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const SHARED = 'xl/sharedStrings.xml'

type Workbook = { zip: ZipFile; entries: ReadonlyMap<string, Entry>; unpacked: { bytes: number }; packedBytes: number }

/** Rows of the first sheet. Cells are text, as they are stored: formulas are not evaluated, and a date is a number of days. */
export async function openWorkbook(bytes: Bytes): Promise<{ sheet: string; rows: AsyncGenerator<readonly FileRow[]> }> {
  try {
    const book = await unzip(bytes)
    const { name, target } = await firstSheet(book)
    const shared = book.entries.has(SHARED) ? await sharedTexts(book) : []
    return { sheet: name, rows: sheetRows(book, target, shared) }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('xlsx')
  }
}

async function unzip(bytes: Bytes): Promise<Workbook> {
  const parts: Buffer[] = []
  let packedBytes = 0
  for await (const part of bytes) {
    packedBytes += part.length
    if (packedBytes > MAX_WORKBOOK_BYTES) throw new UnreadableFile('too-large-inside')
    parts.push(part)
  }
  const zip = await fromBufferPromise(Buffer.concat(parts), { lazyEntries: true })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= MAX_ENTRIES || entries.has(entry.fileName)) throw new UnreadableFile('xlsx')
    entries.set(entry.fileName, entry)
  }
  return { zip, entries, unpacked: { bytes: 0 }, packedBytes }
}

/** What an entry says of its size is not believed: what is unpacked is counted. */
async function* unpack({ zip, entries, unpacked, packedBytes }: Workbook, name: string): AsyncGenerator<string> {
  const entry = entries.get(name)
  if (!entry) throw new UnreadableFile('xlsx', name)
  const decoder = new TextDecoder()
  const parts: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
  for await (const part of parts) {
    unpacked.bytes += part.length
    const isBomb = unpacked.bytes > SMALL_BYTES && unpacked.bytes > packedBytes * MAX_RATIO
    if (isBomb || unpacked.bytes > MAX_UNPACKED_BYTES) throw new UnreadableFile('too-large-inside')
    yield decoder.decode(part, { stream: true })
  }
  yield decoder.decode()
}

/** Prefixes of names are left out; definitions of entities are refused. */
function xmlParser(on: {
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  text(text: string): void
}): SAXParser {
  const parser = sax.parser(true, { position: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.onopentag = ({ name, attributes }) => on.open(local(name), attributes)
  parser.onclosetag = (name) => on.close(local(name))
  parser.ontext = parser.oncdata = (text) => on.text(text)
  parser.ondoctype = () => {
    throw new UnreadableFile('xlsx')
  }
  parser.onerror = (error) => {
    throw error
  }
  return parser
}

async function readWhole(book: Workbook, name: string, open: (name: string, attributes: Record<string, string>) => void): Promise<void> {
  const parser = xmlParser({ open, close: () => {}, text: () => {} })
  for await (const text of unpack(book, name)) parser.write(text)
  parser.close()
}

async function firstSheet(book: Workbook): Promise<{ name: string; target: string }> {
  const sheets: { name: string; id: string }[] = []
  const targets = new Map<string, string>()
  await readWhole(book, WORKBOOK, (name, attributes) => {
    if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
      sheets.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' })
    if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) throw new UnreadableFile('xlsx', 'date1904')
  })
  await readWhole(book, RELATIONS, (name, { Id, Target }) => {
    if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target)
  })
  const [first] = sheets
  const target = targets.get(first?.id ?? '')
  if (!first || target === undefined) throw new UnreadableFile('xlsx')
  return { name: first.name.slice(0, 60), target: target.startsWith('/') ? target.slice(1) : `xl/${target}` }
}

async function sharedTexts(book: Workbook): Promise<string[]> {
  const texts: string[] = []
  let characters = 0
  let text = ''
  let isText = false
  const parser = xmlParser({
    open(name) {
      if (name === 'si') text = ''
      isText = name === 't'
    },
    close(name) {
      isText = false
      if (name !== 'si') return
      texts.push(text)
      characters += text.length
      if (characters > MAX_SHARED_CHARACTERS) throw new UnreadableFile('too-large-inside')
    },
    text(part) {
      if (isText) text = (text + part).slice(0, MAX_CELL_CHARACTERS)
    },
  })
  for await (const part of unpack(book, SHARED)) parser.write(part)
  parser.close()
  return texts
}

async function* sheetRows(book: Workbook, target: string, shared: readonly string[]): AsyncGenerator<readonly FileRow[]> {
  let batch: FileRow[] = []
  let line = 0
  let cells: string[] = []
  let cell = { column: 0, type: 'n', text: '' }
  let isValue = false
  const parser = xmlParser({
    open(name, { r, t }) {
      if (name === 'row') {
        line = r === undefined ? line + 1 : Number(r)
        cells = []
      } else if (name === 'c') cell = { column: r === undefined ? cells.length : columnOf(r), type: t ?? 'n', text: '' }
      isValue = name === 'v' || (name === 't' && cell.type === 'inlineStr')
    },
    close(name) {
      isValue = false
      if (name === 'c' && cell.column < MAX_COLUMN) {
        while (cells.length < cell.column) cells.push('')
        cells[cell.column] = valueOf(cell, shared)
      }
      if (name === 'row' && cells.some((each) => each !== '')) batch.push({ line, cells })
    },
    text(part) {
      if (isValue) cell.text = (cell.text + part).slice(0, MAX_CELL_CHARACTERS)
    },
  })
  try {
    for await (const part of unpack(book, target)) {
      parser.write(part)
      if (batch.length === 0) continue
      yield batch
      batch = []
    }
    parser.close()
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('xlsx', String(line))
  } finally {
    book.zip.close()
  }
  if (batch.length > 0) yield batch
}

function valueOf({ type, text }: { type: string; text: string }, shared: readonly string[]): string {
  if (type === 's') return shared[Number(text)] ?? ''
  // 500.00 is stored as 500, and 0.1 + 0.2 with all its digits.
  if (type === 'n' && /^-?\d+\.\d{10,}$|[eE]/.test(text)) return String(Number(Number(text).toPrecision(12)))
  return text
}

/** 'C7' is the third column. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of place) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  return column - 1
}
