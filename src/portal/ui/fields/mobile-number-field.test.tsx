import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { MobileNumberField } from './mobile-number-field.tsx'

const field = page.getByRole('textbox', { name: 'Numéro' })
const box = () => field.element() as HTMLInputElement

async function paste(text: string) {
  box().focus()
  document.execCommand('insertText', false, text)
}

test.for([
  '+227 90 12 34 56',
  '+22790123456',
  '0022790123456',
  '00227 90-12-34-56',
  '22790123456',
  '90123456',
  '90 12 34 56',
  '90.12.34.56',
])('NUM-1 understands the pasted number %s', async (pasted) => {
  const onDigits = vi.fn()
  await render(<MobileNumberField label="Numéro" onDigits={onDigits} />)
  await paste(pasted)
  await expect.element(field).toHaveValue('90 12 34 56')
  expect(onDigits).toHaveBeenLastCalledWith('90123456')
})

test('NUM-1 shows digits in pairs while they are typed and takes eight at most', async () => {
  const onDigits = vi.fn()
  await render(<MobileNumberField label="Numéro" onDigits={onDigits} />)
  await field.click()
  await userEvent.keyboard('9012a3')
  await expect.element(field).toHaveValue('90 12 3')
  await userEvent.keyboard('45678')
  await expect.element(field).toHaveValue('90 12 34 56')
  expect(onDigits).toHaveBeenLastCalledWith('90123456')
})

test('NUM-1 correcting a digit in the middle keeps the pairs and the caret', async () => {
  await render(<MobileNumberField label="Numéro" defaultValue="90 12 34 56" />)
  box().focus()
  box().setSelectionRange(4, 4)
  await userEvent.keyboard('{Backspace}')
  await expect.element(field).toHaveValue('90 23 45 6')
  expect(box().selectionStart).toBe(2)
  await userEvent.keyboard('7')
  await expect.element(field).toHaveValue('90 72 34 56')
  expect(box().selectionStart).toBe(4)
})

test('NUM-1 a ninth digit in the middle pushes the last one out: what is shown is what is sent', async () => {
  const onDigits = vi.fn()
  await render(<MobileNumberField label="Numéro" defaultValue="90 12 34 56" onDigits={onDigits} />)
  box().focus()
  box().setSelectionRange(2, 2)
  await userEvent.keyboard('7')
  await expect.element(field).toHaveValue('90 71 23 45')
  expect(onDigits).toHaveBeenLastCalledWith('90712345')
})

test('deleting forward steps over the gap between pairs', async () => {
  await render(<MobileNumberField label="Numéro" defaultValue="90 12" />)
  box().focus()
  box().setSelectionRange(2, 2)
  await userEvent.keyboard('{Delete}{Delete}')
  await expect.element(field).toHaveValue('90 2')
})

test('NUM-1 the dial code is fixed text beside a numeric keypad', async () => {
  const { container } = await render(<MobileNumberField label="Numéro" />)
  expect(container.textContent).toContain('+227')
  await expect.element(field).toHaveAttribute('inputmode', 'numeric')
  await expect.element(field).toHaveAttribute('autocomplete', 'tel-national')
})

test('a number typed before script arrives is kept, put in pairs and reported', async () => {
  const onDigits = vi.fn()
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<MobileNumberField label="Numéro" />)
  box().value = '90123456'
  const root = hydrateRoot(place, <MobileNumberField label="Numéro" onDigits={onDigits} />)
  await expect.element(field).toHaveValue('90 12 34 56')
  expect(onDigits).toHaveBeenCalledWith('90123456')
  root.unmount()
  place.remove()
})
