import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { fromMajor, parseMoney, toMajor } from '#shared/money.ts'
import { FrameContext } from '../../page/frame-context.ts'
import { MoneyField } from './money-field.tsx'

const PICKS = [500, 1000, 2000].map((units) => fromMajor(units))
/** The narrow space that groups thousands. */
const GAP = '\u202f'
const field = page.getByRole('textbox', { name: 'Montant' })
const box = () => field.element() as HTMLInputElement
const pick = (figure: string) => page.getByRole('button', { name: `${figure}\u00a0F` })

test('groups digits while they are typed and reports the amount', async () => {
  const onTyped = vi.fn()
  await render(<MoneyField label="Montant" onTyped={onTyped} />)
  await field.click()
  await userEvent.keyboard('12x500')
  expect(box().value).toBe(`12${GAP}500`)
  expect(onTyped).toHaveBeenLastCalledWith('12500')
  expect(parseMoney(box().value, 'fr')).toEqual(fromMajor(12_500))
  await userEvent.clear(field)
  expect(onTyped).toHaveBeenLastCalledWith('')
})

test('the caret stays where the visitor is correcting', async () => {
  await render(<MoneyField label="Montant" defaultAmount={fromMajor(12_500)} />)
  box().focus()
  box().setSelectionRange(1, 1)
  await userEvent.keyboard('3')
  expect(box().value).toBe(`132${GAP}500`)
  expect(box().selectionStart).toBe(2)
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(box().value).toBe(`2${GAP}500`)
  expect(box().selectionStart).toBe(0)
})

test('backspace at a gap does not get stuck', async () => {
  await render(<MoneyField label="Montant" defaultAmount={fromMajor(12_500)} />)
  box().focus()
  box().setSelectionRange(3, 3)
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(box().value).toBe(`1${GAP}500`)
})

test('a quick pick fills the field and is shown as pressed; typing something else releases it', async () => {
  const onTyped = vi.fn()
  await render(<MoneyField label="Montant" quickPicks={PICKS} onTyped={onTyped} />)
  await pick('1 000').click()
  expect(box().value).toBe(`1${GAP}000`)
  expect(onTyped).toHaveBeenLastCalledWith('1000')
  await expect.element(pick('1 000')).toHaveAttribute('aria-pressed', 'true')
  await field.click()
  await userEvent.keyboard('{End}0')
  await expect.element(pick('1 000')).toHaveAttribute('aria-pressed', 'false')
  expect(onTyped).toHaveBeenLastCalledWith('10000')
})

test.for([
  ['1 500,00', '1500'],
  ['1.500', '1500'],
  ['F CFA 2 000', '2000'],
  ['12345678901', '123456789'],
] as const)('reads the pasted amount %s', async ([pasted, amount]) => {
  const onTyped = vi.fn()
  await render(<MoneyField label="Montant" onTyped={onTyped} />)
  box().focus()
  document.execCommand('insertText', false, pasted)
  expect(onTyped).toHaveBeenLastCalledWith(amount)
})

test('AMT-1 a typed 12.5 stays what it is and is no amount; a typed 1.500 is fifteen hundred', async () => {
  const onTyped = vi.fn()
  await render(<MoneyField label="Montant" onTyped={onTyped} />)
  await field.click()
  await userEvent.keyboard('12.5')
  expect(box().value).toBe('12.5')
  expect(onTyped).toHaveBeenLastCalledWith('12.5')
  await userEvent.clear(field)
  await userEvent.keyboard('1.500')
  expect(box().value).toBe(`1${GAP}500`)
  expect(onTyped).toHaveBeenLastCalledWith('1500')
  await userEvent.clear(field)
  await userEvent.keyboard('500,00')
  expect(onTyped).toHaveBeenLastCalledWith('500')
})

test('before script arrives the field takes any amount, and the shell knows what a quick pick fills in', () => {
  const markup = document.createElement('div')
  markup.innerHTML = renderToString(<MoneyField label="Montant" quickPicks={PICKS} defaultAmount={fromMajor(1000)} />)
  expect(markup.querySelector('input')?.value).toBe(`1${GAP}000`)
  expect(markup.querySelector('input')?.inputMode).toBe('numeric')
  expect([...markup.querySelectorAll<HTMLElement>('button[data-pick]')].map(({ dataset }) => dataset.pick?.replace(/\D/g, ''))).toEqual(
    PICKS.map((pick) => String(toMajor(pick))),
  )
  expect(markup.querySelector('[style]')).toBeNull()
})

function English({ onTyped }: { onTyped?: (text: string) => void }) {
  return (
    <FrameContext value={{ language: 'en', callHeaders: {} }}>
      <MoneyField label="Montant" defaultAmount={fromMajor(1000)} {...(onTyped && { onTyped })} />
    </FrameContext>
  )
}

test('GEN-2 in English the field groups as English does, and taking a digit away never leaves cents', async () => {
  const onTyped = vi.fn()
  await render(<English onTyped={onTyped} />)
  expect(box().value).toBe('1,000')
  box().focus()
  await userEvent.keyboard('{End}5')
  expect(box().value).toBe('10,005')
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(box().value).toBe('100')
  expect(onTyped).toHaveBeenLastCalledWith('100')
  await userEvent.clear(field)
  await userEvent.keyboard('12500')
  expect(box().value).toBe('12,500')
  box().setSelectionRange(2, 2)
  await userEvent.keyboard('{Backspace}')
  expect([box().value, box().selectionStart]).toEqual(['1,500', 1])
  expect(onTyped).toHaveBeenLastCalledWith('1500')
})

test.for([
  ['12.5', '12.5'],
  ['12,5', '12,5'],
  ['12,55{Backspace}', '12,5'],
  ['200,', '200'],
  ['1,500', '1500'],
  ['1,500,000', '1500000'],
] as const)('AMT-1 in English a typed %s is read as %s', async ([typed, read]) => {
  const onTyped = vi.fn()
  await render(<English onTyped={onTyped} />)
  await userEvent.clear(field)
  await userEvent.keyboard(typed)
  expect(onTyped).toHaveBeenLastCalledWith(read)
})
