import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Field } from './field.tsx'

const field = page.getByRole('textbox', { name: 'Adresse e-mail' })

test('a field is named by its label and described by its hint', async () => {
  await render(<Field label="Adresse e-mail" name="email" hint="Pour votre reçu" input={{ type: 'email' }} />)
  await expect.element(field).toHaveAccessibleDescription('Pour votre reçu')
  await expect.element(field).toHaveAttribute('name', 'email')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
})

test('a problem takes the place of the hint, marks the field and is announced', async () => {
  const { rerender } = await render(<Field label="Adresse e-mail" name="email" hint="Pour votre reçu" input={{}} />)
  const note = page.getByText('Pour votre reçu').element()
  await rerender(<Field label="Adresse e-mail" name="email" hint="Pour votre reçu" problem="Il manque le @" input={{}} />)
  await expect.element(field).toHaveAccessibleDescription('Il manque le @')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  // Announced because the live region existed before its text.
  expect(note.isConnected && note.getAttribute('aria-live')).toBe('polite')
})

test('a problem matters more than a confirmation', async () => {
  await render(<Field label="Adresse e-mail" name="email" problem="Il manque le @" confirmation="Merci" input={{}} />)
  await expect.element(field).toHaveAccessibleDescription('Il manque le @')
})

test('what the visitor typed is kept when a problem appears', async () => {
  const { rerender } = await render(<Field label="Adresse e-mail" name="email" input={{}} />)
  await field.fill('amina')
  await rerender(<Field label="Adresse e-mail" name="email" problem="Il manque le @" input={{}} />)
  await expect.element(field).toHaveValue('amina')
})
