/** A cell that begins so is a formula to a spreadsheet, also after blanks, and in full width. */
const FORMULA = /^[\s\u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|%]/

/**
 * A CSV text for spreadsheets (RFC 4180): with the mark by which they recognise UTF-8. What a visitor or a provider wrote is data: a cell that
 * a spreadsheet would run gets an apostrophe, which it does not show.
 */
export function csvText(rows: readonly (readonly (string | number)[])[], separator: ',' | ';'): string {
  const lines = rows.map((row) => row.map((cell) => cellText(cell)).join(separator))
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  // Sign by sign: a sign that is not printed can stand before a formula, or end a line.
  const plain = cell.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
  const safe = FORMULA.test(plain) ? `'${plain}` : plain
  return /[",;\s']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
