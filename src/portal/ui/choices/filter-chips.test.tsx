import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { FilterChips } from './filter-chips.tsx'

const PERIODS = ['Tous', 'Jour', 'Semaine'].map((label) => ({ value: label, label }))

function Periods() {
  const [value, setValue] = useState('Tous')
  return <FilterChips label="Durée" choices={PERIODS} value={value} hrefOf={(period) => `?period=${period}`} onChoose={setValue} />
}

const chip = (name: string) => page.getByRole('button', { name })

test('before script arrives chips are links, the chosen one is current', () => {
  const markup = document.createElement('div')
  markup.innerHTML = renderToString(<Periods />)
  expect([...markup.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '?period=Tous',
    '?period=Jour',
    '?period=Semaine',
  ])
  expect(markup.querySelector('[aria-current=true]')?.textContent).toBe('Tous')
  expect(markup.querySelector('[aria-pressed], [style]')).toBeNull()
})

test('BUN-2 one chip is pressed at a time, without leaving the page', async () => {
  const address = location.href
  await render(<Periods />)
  await chip('Jour').click()
  await expect.element(chip('Jour')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(chip('Tous')).toHaveAttribute('aria-pressed', 'false')
  expect(location.href).toBe(address)
})

test.for(['{Enter}', ' '])('a chip answers to the key "%s"', async (key) => {
  await render(<Periods />)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard(key)
  await expect.element(chip('Jour')).toHaveAttribute('aria-pressed', 'true')
})
