import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import '../../styles/base.css'
import { Tabs } from './tabs.tsx'

const TABS = ['Internet', 'Appels', 'SMS', 'Hors du pays', 'Roaming'].map((label) => ({ value: label, label }))
const hrefOf = (value: string) => `?tab=${encodeURIComponent(value)}`

function Bundles({ first = 'Internet', onSelect }: { first?: string; onSelect?: (value: string) => void }) {
  const [value, setValue] = useState(first)
  function select(next: string) {
    setValue(next)
    onSelect?.(next)
  }
  return (
    <Tabs label="Forfaits" tabs={TABS} value={value} hrefOf={hrefOf} onSelect={select}>
      Forfaits {value}
    </Tabs>
  )
}

const tab = (name: string) => page.getByRole('tab', { name })

test('before script arrives tabs are links to the page with that tab chosen', () => {
  const markup = document.createElement('div')
  markup.innerHTML = renderToString(<Bundles first="Hors du pays" />)
  const links = [...markup.querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href'))).toContain('?tab=Hors%20du%20pays')
  expect(links.filter((link) => link.getAttribute('aria-current') === 'true').map((link) => link.textContent)).toEqual(['Hors du pays'])
  expect(markup.querySelector('[role=tab], [style]')).toBeNull()
})

test('a click switches in place and names the panel', async () => {
  const address = location.href
  await render(<Bundles />)
  await tab('SMS').click()
  await expect.element(tab('SMS')).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('tabpanel', { name: 'SMS' })).toHaveTextContent('Forfaits SMS')
  expect(location.href).toBe(address)
})

test.for([
  ['{ArrowRight}', 'Appels'],
  ['{ArrowLeft}', 'Roaming'],
  ['{End}', 'Roaming'],
  ['{End}{Home}', 'Internet'],
  ['{End}{ArrowRight}', 'Internet'],
] as const)('%s chooses %s and moves focus there', async ([keys, name]) => {
  await render(<Bundles />)
  await userEvent.tab()
  await userEvent.keyboard(keys)
  await expect.element(tab(name)).toHaveFocus()
  await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
})

test('the tab key stops once at the tabs, then goes on to the panel', async () => {
  await render(<Bundles first="SMS" />)
  await userEvent.tab()
  await expect.element(tab('SMS')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('tabpanel')).toHaveFocus()
})

test('the chosen tab again changes nothing', async () => {
  const onSelect = vi.fn()
  await render(<Bundles onSelect={onSelect} />)
  await tab('Internet').click()
  await userEvent.keyboard(' ')
  expect(onSelect).not.toHaveBeenCalled()
})

test('on a phone the chosen tab is scrolled into view and the page stays put', async () => {
  await page.viewport(320, 640)
  await render(<Bundles first="Roaming" />)
  const { left, right } = tab('Roaming').element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(Math.floor(right)).toBeLessThanOrEqual(320)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
