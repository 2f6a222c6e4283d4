import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Notification } from './notification.tsx'

test.for([
  ['bad', 'alert'],
  ['warn', 'status'],
  ['info', 'status'],
  ['good', 'status'],
] as const)('a notice of kind %s has the role %s', async ([kind, role]) => {
  await render(
    <Notification kind={kind} title="Crédit">
      Solde insuffisant
    </Notification>,
  )
  await expect.element(page.getByRole(role)).toHaveTextContent('CréditSolde insuffisant')
})
