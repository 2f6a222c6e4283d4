import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Card } from './card.tsx'
import { PageBody } from './page-body.tsx'
import { PageHeading } from './page-heading.tsx'
import { Stamp } from '../signs/stamp.tsx'
import { SummaryList } from '../lists/summary-list.tsx'
import { Timeline } from '../lists/timeline.tsx'

const STATE_WORDS = { done: 'Fait :', now: 'En cours :', todo: 'À venir :', failed: 'Échec :' }

test('a card with a heading is a region of that name', async () => {
  await render(<Card heading="Votre achat">Recharge</Card>)
  await expect.element(page.getByRole('region', { name: 'Votre achat' })).toHaveTextContent('Votre achatRecharge')
})

test('a page begins with one heading of the first level and its lead', async () => {
  await render(
    <PageBody isNarrow>
      <PageHeading title="Recharge en ligne" lead="Le crédit arrive en quelques secondes." />
    </PageBody>,
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'Recharge en ligne' })).toBeVisible()
  await expect.element(page.getByText('Le crédit arrive en quelques secondes.')).toBeVisible()
})

test('HUB-3 a summary pairs each label with its value and ends with the total', async () => {
  await render(<SummaryList rows={[{ label: 'Numéro', value: '90 00 00 01' }]} total={{ label: 'Total', value: '1 000 F CFA' }} />)
  expect(
    page
      .getByRole('term')
      .elements()
      .map((term) => term.textContent),
  ).toEqual(['Numéro', 'Total'])
  expect(
    page
      .getByRole('definition')
      .elements()
      .map((value) => value.textContent),
  ).toEqual(['90 00 00 01', '1 000 F CFA'])
})

test('a timeline says in words what its dots say in colour, and marks the present step', async () => {
  await render(
    <Timeline
      stateWords={STATE_WORDS}
      steps={[
        { label: 'Demande enregistrée', detail: '14:02:11', state: 'done' },
        { label: 'Paiement', state: 'now' },
        { label: 'Crédit livré', state: 'todo' },
      ]}
    />,
  )
  const steps = page.getByRole('listitem').elements()
  expect(steps.map((step) => step.textContent)).toEqual([
    'Fait : Demande enregistrée14:02:11',
    'En cours : Paiement',
    'À venir : Crédit livré',
  ])
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
})

test.for(['good', 'wait', 'warn', 'bad'] as const)(
  'the stamp "%s" is hidden from screen readers: the heading beside it says the same',
  async (kind) => {
    const { container } = await render(<Stamp kind={kind} />)
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    expect(container.textContent).toBe('')
  },
)

test('nothing the server renders carries a style attribute, which its policy forbids', () => {
  const markup = renderToString(
    <PageBody>
      <PageHeading title="Recharge" />
      <Card isCentred>
        <Stamp kind="good" />
        <SummaryList rows={[{ label: 'Numéro', value: '90' }]} />
        <Timeline stateWords={STATE_WORDS} steps={[{ label: 'Paiement', state: 'failed' }]} />
      </Card>
    </PageBody>,
  )
  expect(markup).not.toContain('style=')
})
