/** Shorter names are common words: HOME is not a misspelt HOST. */
const SHORTEST_FUZZY = 6
const LONG = 10

/** The setting that an unknown name probably means; null when it resembles none of ours. */
export function meantSetting(name: string, known: readonly string[]): string | null {
  const written = plain(name)
  return known.find((setting) => distance(written, plain(setting)) <= allowedMistakes(plain(setting))) ?? null
}

/** PAYSTACK_SECRETKEY and paystack_secret_key are the same mistake. */
function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

function allowedMistakes({ length }: string): number {
  if (length < SHORTEST_FUZZY) return 0
  return length < LONG ? 1 : 2
}

/** The edit distance: letters to insert, remove or change. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line += 1) {
    const above = row
    row = [line]
    for (let column = 1; column <= to.length; column += 1) {
      const change = (above[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1)
      row.push(Math.min(change, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1))
    }
  }
  return row[to.length] ?? 0
}
