import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import texts from '#content/en/form-translation.json'
import type { FormSchema } from '#features/site-content/form-schema.ts'
import { DynamicForm } from './dynamic-form.tsx'
import { SearchableSelect } from './searchable-select.tsx'

const TOWNS = ['Agadez', 'Dosso', 'Niamey', 'Tillabéri']

function renderTowns(onValue = vi.fn<(value: string) => void>()) {
  void render(<SearchableSelect label="Town" name="town" options={TOWNS} defaultValue="" texts={texts} onValue={onValue} />)
  return { onValue, field: page.getByRole('combobox', { name: 'Town' }) }
}

const option = (name: string) => page.getByRole('option', { name })

test('LEAD-5 typing filters the list, arrow keys move through it, and Enter selects', async () => {
  const { field, onValue } = renderTowns()
  await userEvent.type(field, 'e')
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await expect.element(option('Dosso')).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('Niamey')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Niamey')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  expect(onValue).toHaveBeenLastCalledWith('Niamey')
})

test('LEAD-5 an empty result has an entry of its own and is announced', async () => {
  const { field } = renderTowns()
  await userEvent.type(field, 'paris')
  await expect.element(option('No match')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('status')).toHaveTextContent('No match')
})

test('LEAD-5 a full name without its accents is accepted on leaving the field', async () => {
  const { field, onValue } = renderTowns()
  await userEvent.type(field, 'tillaberi')
  await userEvent.tab()
  await expect.element(field).toHaveValue('Tillabéri')
  expect(onValue).toHaveBeenLastCalledWith('Tillabéri')
})

test('LEAD-5 Escape closes the list and keeps the typed text; the button opens the full list', async () => {
  const { field } = renderTowns()
  await userEvent.type(field, 'Do')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await expect.element(field).toHaveValue('Do')
  await userEvent.fill(field, '')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Open the list: Town' }))
  await expect.element(option('Agadez')).toBeVisible()
  await expect.element(field).toHaveFocus()
})

const SCHEMA: FormSchema = {
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true, minLength: 3, maxLength: 6, rank: 1 },
    { name: 'code', label: 'Code', type: 'text', required: false, pattern: '^[0-9]+$', maxLength: 9, rank: 2 },
    { name: 'terms', label: 'I agree.', type: 'checkbox', required: true, rank: 3 },
  ],
  actions: [
    { type: 'cancel', label: 'Back', rank: 1 },
    { type: 'submit', label: 'Send', rank: 2 },
  ],
}

function renderForm() {
  void render(<DynamicForm schema={SCHEMA} texts={texts} firstValues={{}} problems={{}} isBusy={false} intent="send" cancelHref="/back" />)
}

test('FORM-2 each error has a message once the field loses focus', async () => {
  renderForm()
  const name = page.getByLabelText('Name')
  await userEvent.type(name, 'Al')
  await userEvent.tab()
  await expect.element(page.getByText('Name must be at least 3 characters')).toBeVisible()
  await userEvent.fill(name, 'Aminatou')
  await userEvent.tab()
  await expect.element(page.getByText('Name must be no more than 6 characters')).toBeVisible()
  await userEvent.type(page.getByLabelText('Code (optional)'), 'x')
  await userEvent.tab()
  await expect.element(page.getByText('Invalid Code')).toBeVisible()
})

test('FORM-4 the button is disabled until all required fields and the box are complete, and says what is missing', async () => {
  renderForm()
  const send = page.getByRole('button', { name: 'Send' })
  await expect.element(send).toBeDisabled()
  await expect.element(page.getByText('Still needed: Name, your consent')).toBeVisible()
  await userEvent.type(page.getByLabelText('Name'), 'Amina')
  await expect.element(page.getByText('Still needed: your consent')).toBeVisible()
  await userEvent.click(page.getByRole('checkbox', { name: 'I agree.' }))
  await expect.element(send).toBeEnabled()
  await userEvent.click(page.getByRole('checkbox', { name: 'I agree.' }))
  await expect.element(send).toBeDisabled()
  await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/back')
})
