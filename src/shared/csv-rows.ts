/** One row of an operator's file, with the line it stands on so that a mistake can be found. */
export type TableRow = { line: number; values: Readonly<Record<string, unknown>> }

/** A file that is no table at all. */
export class UnreadableTable extends Error {}

/** Rows of a CSV file with a heading line. */
export function csvRows(text: string): { line: number; values: Readonly<Record<string, string>> }[] {
  const records = csvRecords(text)
  const [heading, ...rest] = records
  if (!heading) throw new UnreadableTable('the file is empty')
  const names = heading.cells.map((cell) => cell.trim())
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) !== place)
  if (twice !== undefined) throw new UnreadableTable(`line ${heading.line}: two columns are named ${twice}`)
  return rest.map(({ line, cells }) => {
    if (cells.length !== names.length) throw new UnreadableTable(`line ${line}: ${cells.length} columns, ${names.length} are expected`)
    return { line, values: Object.fromEntries(names.map((name, place) => [name, cells[place]?.trim() ?? ''])) }
  })
}

/** RFC 4180, with ';' between cells where the heading has more of them: that is what a French spreadsheet writes. */
function csvRecords(text: string): { line: number; cells: string[] }[] {
  const firstLine = text.split('\n', 1)[0] ?? ''
  const separator = (firstLine.match(/;/g)?.length ?? 0) > (firstLine.match(/,/g)?.length ?? 0) ? ';' : ','
  const records: { line: number; cells: string[] }[] = []
  const cellPattern = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'gy')
  let line = 1
  let record: (typeof records)[number] = { line, cells: [] }
  while (cellPattern.lastIndex < text.length) {
    const found = cellPattern.exec(text)
    if (!found) throw new UnreadableTable(`line ${line}: a quotation mark is out of place`)
    const [whole, quoted, plain = '', end] = found
    record.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += whole.split('\n').length - 1
    if (end === separator && cellPattern.lastIndex < text.length) continue
    if (end === separator) record.cells.push('')
    if (record.cells.some((cell) => cell !== '')) records.push(record)
    record = { line, cells: [] }
  }
  return records
}
