import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import texts from '#content/fr/otp-translation.json'
import { CodeForm, type CodeFormProps } from './code-form.tsx'

async function show(change: Partial<CodeFormProps> = {}) {
  const posted: Record<string, unknown>[] = []
  addEventListener('submit', (event) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) posted.push(Object.fromEntries(new FormData(event.target, event.submitter)))
  })
  await render(<CodeForm texts={texts} msisdn="90123456" reference="r" {...change} />)
  return posted
}

test('OTP-1 without script, the code is one field of a plain form', async () => {
  const posted = await show({ attemptsLeft: 4 })
  await expect.element(page.getByText(/90.••.••.56/)).toBeVisible()
  await expect.element(page.getByText(/Essais restants : 4/)).toBeVisible()
  const field = page.getByRole('textbox', { name: texts.codeLabel })
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code')
  await field.fill('482913')
  await page.getByRole('button', { name: texts.verify }).click()
  await expect.poll(() => posted).toEqual([{ reference: 'r', msisdn: '90123456', attemptsLeft: '4', otp: '482913', intent: 'verify-code' }])
})

test('OTP-2 when no further try can succeed, only the link back remains', async () => {
  await show({ isOver: true, problem: 'Nombre maximal d’essais atteint.' })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nombre maximal d’essais atteint.')
  expect(page.getByRole('textbox').query()).toBeNull()
  await expect.element(page.getByRole('button', { name: texts.changeNumber })).toBeVisible()
})
