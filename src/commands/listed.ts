/** How many rows of one kind a list shows. */
const MAX_LISTED = 200

/** The number of rows to read: one more than it shows, to detect that the list is cut. */
export const LISTED_LIMIT = MAX_LISTED + 1

/** Lines for the rows that are shown, and one that says so when there are more. */
export function listed<Row>(rows: readonly Row[], what: string, lineOf: (row: Row) => string): string[] {
  const lines = rows.slice(0, MAX_LISTED).map(lineOf)
  return rows.length > MAX_LISTED ? [...lines, `only the first ${MAX_LISTED} ${what} are shown; more wait behind them`] : lines
}
