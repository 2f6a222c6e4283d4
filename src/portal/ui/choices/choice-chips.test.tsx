import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import '../../styles/base.css'
import { ChoiceChips } from './choice-chips.tsx'

const CHOICES = [
  { value: 'prepaid', label: 'Prépayé' },
  { value: 'postpaid', label: 'Postpayé' },
]
const chip = (name: string) => page.getByRole('radio', { name })

test('chips are radio buttons of a named group that post with their form', async () => {
  const { container } = await render(
    <form>
      <ChoiceChips legend="Type de ligne" name="type" defaultValue="prepaid" choices={CHOICES} />
    </form>,
  )
  const posted = () => new FormData(container.querySelector('form') ?? undefined).get('type')
  await expect.element(page.getByRole('group', { name: 'Type de ligne' })).toBeVisible()
  expect(posted()).toBe('prepaid')
  await chip('Postpayé').click()
  expect(posted()).toBe('postpaid')
})

test('the arrow keys move the choice', async () => {
  const onChoose = vi.fn()
  await render(<ChoiceChips legend="Type de ligne" name="type" defaultValue="prepaid" choices={CHOICES} onChoose={onChoose} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(chip('Postpayé')).toBeChecked()
  expect(onChoose).toHaveBeenCalledWith('postpaid')
})

test('the whole chip can be tapped', async () => {
  await render(<ChoiceChips legend="Type de ligne" name="type" choices={CHOICES} />)
  expect(chip('Prépayé').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})
