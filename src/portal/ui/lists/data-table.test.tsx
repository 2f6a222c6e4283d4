import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import '../../styles/base.css'
import { DataTable } from './data-table.tsx'

const ROWS = [
  { name: 'Jour 100 Mo', price: '150 F' },
  { name: 'Mois 5 Go', price: '4 500 F' },
]

const buy = () => <button>Acheter</button>

function Bundles() {
  return (
    <DataTable
      caption="Forfaits Internet"
      isCaptionHidden
      rows={ROWS}
      rowKey={(row) => row.name}
      columns={[
        { key: 'name', header: 'Forfait', isMain: true, cell: (row) => row.name },
        { key: 'price', header: 'Prix', align: 'end', cell: (row) => row.price },
      ]}
      actions={{ header: 'Achat', cell: buy }}
    />
  )
}

test.for([360, 1440])('at %d px it is a table for a screen reader: caption, column and row headers, cells', async (width) => {
  await page.viewport(width, 800)
  await render(<Bundles />)
  await expect.element(page.getByRole('table', { name: 'Forfaits Internet' })).toBeInTheDocument()
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map((header) => header.textContent),
  ).toEqual(['Forfait', 'Prix', 'Achat'])
  expect(page.getByRole('rowheader').elements()).toHaveLength(2)
  expect(page.getByRole('row').elements()).toHaveLength(3)
  expect(page.getByRole('cell').elements()).toHaveLength(4)
})

test('on a phone each row is a card that repeats the column label, and nothing scrolls sideways', async () => {
  await page.viewport(320, 800)
  await render(<Bundles />)
  expect(labelBefore('4 500 F')).toContain('Prix')
  expect(page.getByRole('rowgroup').first().element().getBoundingClientRect().height).toBe(1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('on a desk the label is in the header only', async () => {
  await page.viewport(1440, 800)
  await render(<Bundles />)
  expect(labelBefore('4 500 F')).toBe('none')
  await expect.element(page.getByRole('columnheader', { name: 'Prix' })).toBeVisible()
})

function labelBefore(words: string): string {
  const cell = page.getByText(words).element().closest('td')
  return cell ? getComputedStyle(cell, '::before').content : ''
}
