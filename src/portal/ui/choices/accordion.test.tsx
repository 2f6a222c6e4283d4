import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Accordion } from './accordion.tsx'

const ITEMS = [
  { value: 'card', heading: 'Carte bancaire', hint: 'Visa, Mastercard', isOpen: true, content: <button>Payer par carte</button> },
  { value: 'airtime', heading: 'Crédit téléphonique', content: <button>Payer avec le crédit</button> },
]

test('HUB-1 works without script: the open method is open in the markup', () => {
  const markup = document.createElement('div')
  markup.innerHTML = renderToString(<Accordion name="methods" items={ITEMS} />)
  expect([...markup.querySelectorAll('details')].map((item) => item.open)).toEqual([true, false])
  expect([...markup.querySelectorAll('details')].map((item) => item.getAttribute('name'))).toEqual(['methods', 'methods'])
  expect(markup.querySelector('[style]')).toBeNull()
})

test('HUB-1 opening one method closes the other and says which one', async () => {
  const onOpen = vi.fn()
  await render(<Accordion name="methods" items={ITEMS} onOpen={onOpen} />)
  expect(onOpen).not.toHaveBeenCalled()
  await page.getByText('Crédit téléphonique').click()
  await expect.element(page.getByRole('button', { name: 'Payer avec le crédit' })).toBeVisible()
  await expect.element(page.getByText('Payer par carte')).not.toBeVisible()
  expect(onOpen.mock.calls).toEqual([['airtime']])
})

test('a phone that does not know exclusive names still shows one method at a time', async () => {
  const { container } = await render(<Accordion name="methods" items={ITEMS} />)
  const items = [...container.querySelectorAll('details')]
  for (const item of items) item.removeAttribute('name')
  await page.getByText('Crédit téléphonique').click()
  await expect.poll(() => items.map((item) => item.open)).toEqual([false, true])
})

test('the keyboard opens a method, and each has a heading', async () => {
  await render(<Accordion name="methods" items={ITEMS} headingLevel={2} />)
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(2)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Payer avec le crédit' })).toBeVisible()
})
