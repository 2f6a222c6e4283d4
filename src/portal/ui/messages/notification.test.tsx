import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Notification } from './notification.tsx'

const words = page.getByText('Solde insuffisant')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

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

test('TOAST-1 a transient notice goes after ten seconds and says so once', async () => {
  const onGone = vi.fn()
  await renderWithElsewhere(
    <Notification kind="info" isTransient onGone={onGone}>
      Solde insuffisant
    </Notification>,
  )
  await pointElsewhere()
  vi.advanceTimersByTime(9999)
  await expect.element(words).toBeVisible()
  vi.advanceTimersByTime(1)
  await expect.element(words).not.toBeInTheDocument()
  expect(onGone).toHaveBeenCalledTimes(1)
})

test('a notice stays when it is not transient', async () => {
  await render(<Notification kind="info">Solde insuffisant</Notification>)
  vi.advanceTimersByTime(60_000)
  await expect.element(words).toBeVisible()
})

test('a transient notice waits while the visitor points at it', async () => {
  await renderWithElsewhere(
    <Notification kind="info" isTransient>
      Solde insuffisant
    </Notification>,
  )
  await words.hover()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  await expect.element(words).toBeVisible()
  await pointElsewhere()
  vi.advanceTimersByTime(10_000)
  await expect.element(words).not.toBeInTheDocument()
})

test('a transient notice waits while focus is inside it, wherever the visitor points', async () => {
  await renderWithElsewhere(
    <Notification kind="warn" isTransient action={<button>Recharger</button>}>
      Solde insuffisant
    </Notification>,
  )
  const action = page.getByRole('button', { name: 'Recharger' }).element() as HTMLElement
  await words.hover()
  action.focus()
  await elsewhere.hover()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  await expect.element(words).toBeVisible()
  action.blur()
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(10_000)
  await expect.element(words).not.toBeInTheDocument()
})

const elsewhere = page.getByRole('button', { name: 'Ailleurs' })

async function renderWithElsewhere(notice: React.ReactNode) {
  await render(
    <>
      {notice}
      <button>Ailleurs</button>
    </>,
  )
}

/** The pointer may stand anywhere from the test before. */
async function pointElsewhere() {
  await elsewhere.hover()
  await expect.poll(() => vi.getTimerCount()).toBe(1)
}
