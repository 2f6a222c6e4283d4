/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the reason is told at DataTable */
import { Spoken } from '../messages/spoken.tsx'
import styles from './data-table.module.css'

type Column<Row> = {
  key: string
  header: string
  /** Numbers are right-aligned. */
  align?: 'start' | 'end'
  /** The cell that names the row: its heading for screen readers and the title of its card on a phone. */
  isMain?: boolean
  cell: (row: Row) => React.ReactNode
}

type DataTableProps<Row> = {
  caption: string
  isCaptionHidden?: boolean
  /** On a phone two short lines a row instead of a labelled list: for rows whose figures explain themselves. */
  isCompact?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What can be done with a row; its header is for screen readers only. */
  actions?: { header: string; cell: (row: Row) => React.ReactNode }
}

/**
 * A table that becomes one card per row on a phone, by CSS alone. The roles are explicit because browsers remove them from a table that
 * is not displayed as one.
 */
export function DataTable<Row>({
  caption,
  isCaptionHidden = false,
  isCompact = false,
  columns,
  rows,
  rowKey,
  actions,
}: DataTableProps<Row>) {
  return (
    <table role="table" className={isCompact ? `${styles.table} ${styles.compact}` : styles.table}>
      <caption className={isCaptionHidden ? undefined : styles.caption}>{isCaptionHidden ? <Spoken>{caption}</Spoken> : caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, header, align }) => (
            <th key={key} role="columnheader" scope="col" className={align === 'end' ? styles.end : undefined}>
              {header}
            </th>
          ))}
          {actions && (
            <th role="columnheader" scope="col">
              <Spoken>{actions.header}</Spoken>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
            {actions && (
              <td role="cell" className={styles.actions}>
                {actions.cell(row)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column: { header, align, isMain, cell }, row }: { column: Column<Row>; row: Row }) {
  const alignment = align === 'end' ? styles.end : undefined
  return isMain ? (
    <th role="rowheader" scope="row" className={alignment}>
      {cell(row)}
    </th>
  ) : (
    <td role="cell" data-label={header} className={alignment}>
      <div>{cell(row)}</div>
    </td>
  )
}
