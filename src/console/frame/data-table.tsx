import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  title: string
  /** Figures stand at the right. */
  isFigure?: boolean
  /** From which width it is shown: `wide` from 1180 px, `middle` from 1024 px. */
  shownFrom?: 'middle' | 'wide'
  show(row: Row): ReactNode
}

type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  /** The row's own page: `J` and `K` go through the rows, Enter opens it. The first column must link to it too. */
  hrefOf?(row: Row): string
  isChosen?(row: Row): boolean
}

export function DataTable<Row>({ caption, columns, rows, keyOf, hrefOf, isChosen }: TableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the keyboard, also without a link inside
    <div className="scroll" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="spoken">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-href={hrefOf?.(row)} className={isChosen?.(row) ? 'chosen' : undefined}>
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classOf({ isFigure, shownFrom }: Pick<Column<never>, 'isFigure' | 'shownFrom'>): string | undefined {
  return [isFigure && 'figure', shownFrom && `from-${shownFrom}`].filter(Boolean).join(' ') || undefined
}
