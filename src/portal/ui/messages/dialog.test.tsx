import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import '../../styles/base.css'
import { Dialog } from './dialog.tsx'

function Opener({ closeLabel, children }: { closeLabel?: string; children?: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Ouvrir</button>
      <button>Derrière</button>
      <Dialog isOpen={isOpen} title="Code reçu par SMS" closeLabel={closeLabel} onClose={() => setOpen(false)}>
        {children}
        <button onClick={() => setOpen(false)}>Valider</button>
      </Dialog>
    </>
  )
}

const dialog = page.getByRole('dialog', { name: 'Code reçu par SMS' })
const opener = page.getByRole('button', { name: 'Ouvrir' })

test('LOAD-3 a dialog is in the page only while it is open', async () => {
  await render(<Opener closeLabel="Fermer" />)
  expect(document.querySelector('dialog')).toBeNull()
  await opener.click()
  await expect.element(dialog).toBeVisible()
  await page.getByRole('button', { name: 'Valider' }).click()
  expect(document.querySelector('dialog')).toBeNull()
})

test('LOAD-3 the title is read first, and focus stays inside', async () => {
  await render(<Opener closeLabel="Fermer" />)
  await opener.click()
  await expect.element(page.getByRole('heading', { name: 'Code reçu par SMS' })).toHaveFocus()
  for (let presses = 0; presses < 5; presses += 1) {
    await userEvent.tab()
    expect(document.activeElement?.textContent).not.toBe('Derrière')
  }
})

test('LOAD-3 a field that asks for focus gets it', async () => {
  await render(
    <Opener closeLabel="Fermer">
      <input aria-label="Code" autoFocus />
    </Opener>,
  )
  await opener.click()
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus()
})

test.for(['{Escape}', '{Tab}{Enter}'])('LOAD-3 %s closes it and focus returns to where it came from', async (keys) => {
  await render(<Opener closeLabel="Fermer" />)
  await opener.click()
  await userEvent.keyboard(keys)
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  await expect.element(opener).toHaveFocus()
})

test('LOAD-3 without a close label there is no button and Escape does nothing, however often', async () => {
  await render(<Opener />)
  await opener.click()
  expect(document.querySelectorAll('dialog button')).toHaveLength(1)
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await expect.element(dialog).toBeVisible()
  expect(document.querySelector('dialog')?.matches(':modal')).toBe(true)
})

test('the page behind does not scroll while a dialog is open', async () => {
  await render(<Opener closeLabel="Fermer" />)
  const overflow = () => getComputedStyle(document.documentElement).overflow
  await opener.click()
  expect(overflow()).toBe('hidden')
  await userEvent.keyboard('{Escape}')
  await expect.poll(overflow).toBe('visible')
})

test('a sheet at the bottom of a phone, a card in the middle of a desk', async () => {
  await page.viewport(360, 640)
  await render(<Opener closeLabel="Fermer" />)
  await opener.click()
  const place = () => document.querySelector('dialog')?.getBoundingClientRect() ?? new DOMRect()
  await expect.poll(() => place().bottom).toBe(640)
  expect(place().width).toBe(360)
  await page.viewport(1440, 900)
  await expect.poll(() => Math.round(place().top + place().bottom)).toBe(900)
  expect(place().width).toBe(480)
})

test('opened by the server it can be read and closed without script', () => {
  const markup = renderToString(
    <Dialog isOpen title="Merci" closeLabel="Fermer" onClose={vi.fn()}>
      Bravo
    </Dialog>,
  )
  expect(markup).not.toContain('style=')
  const place = document.createElement('div')
  place.innerHTML = markup
  document.body.append(place)
  expect(place.querySelector('dialog')?.open).toBe(true)
  place.querySelector<HTMLButtonElement>('button')?.click()
  expect(place.querySelector('dialog')?.open).toBe(false)
  place.remove()
})
