import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import '../../styles/base.css'
import { Button, ButtonLink } from './button.tsx'

test('a button submits its form unless told otherwise', async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault())
  await render(
    <form onSubmit={onSubmit}>
      <Button type="button" look="quiet">
        Annuler
      </Button>
      <Button>Continuer</Button>
    </form>,
  )
  await page.getByRole('button', { name: 'Annuler' }).click()
  expect(onSubmit).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Continuer' }).click()
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('every button is big enough for a thumb', async () => {
  await render(
    <>
      <Button>Payer</Button>
      <Button isSmall>OK</Button>
    </>,
  )
  for (const button of page.getByRole('button').elements()) expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

test('a disabled button cannot be pressed', async () => {
  const onClick = vi.fn()
  await render(
    <Button disabled onClick={onClick}>
      Payer
    </Button>,
  )
  await page.getByRole('button', { name: 'Payer' }).click({ force: true })
  expect(onClick).not.toHaveBeenCalled()
})

test('a link that looks like a button leads to its place', async () => {
  await render(<ButtonLink href="/gethelp">Aide</ButtonLink>)
  await expect.element(page.getByRole('link', { name: 'Aide' })).toHaveAttribute('href', '/gethelp')
})
