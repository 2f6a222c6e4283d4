import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import texts from '#content/en/search-translation.json'
import { SearchBox } from './search-box.tsx'

const searchBox = <SearchBox texts={texts} typed="" />

const found = (...questions: string[]) => ({
  matches: questions.map((question, place) => ({
    questionId: String(place),
    path: `/gethelp/question/${place}`,
    opensPage: false,
    category: 'Topic',
    parts: [{ text: question, isMatch: true }],
  })),
  similar: [],
})

const box = page.getByRole('combobox', { name: texts.label })
const options = page.getByRole('option')

/** Plays the server: each call waits until the test answers it. */
function playServer() {
  const calls: { text: string; at: number; answer: (result: object) => void }[] = []
  vi.stubGlobal('fetch', (address: string) => {
    const text = new URL(address, location.href).searchParams.get('text') ?? ''
    return new Promise<Response>((resolve) => {
      calls.push({
        text,
        at: performance.now(),
        answer: (result) => resolve(Response.json({ status: 'success', statusCode: 200, result })),
      })
    })
  })
  return calls
}

function type(text: string) {
  const input = box.element() as HTMLInputElement
  input.value = text
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Where the browser is sent next; the test stays where it is. */
function nextPage(): Promise<string> {
  return new Promise((resolve) => {
    const { navigation } = window as unknown as { navigation: EventTarget }
    const onNavigate = (event: Event & { destination?: { url: string } }) => {
      event.preventDefault()
      resolve(new URL(event.destination?.url ?? '').pathname)
    }
    navigation.addEventListener('navigate', onNavigate, { once: true })
  })
}

afterEach(() => vi.unstubAllGlobals())

test('HELP-2 one request to the server, 300 ms after the last key', async () => {
  const calls = playServer()
  await render(searchBox)
  for (const text of ['c', 'co', 'cod']) type(text)
  const rested = performance.now()
  type('code')
  await expect.poll(() => calls.map(({ text }) => text)).toEqual(['code'])
  expect((calls[0]?.at ?? 0) - rested).toBeGreaterThanOrEqual(295)
})

test('HELP-2 a response older than the typed text is discarded', async () => {
  const calls = playServer()
  await render(searchBox)
  type('old')
  await expect.poll(() => calls.length).toBe(1)
  type('new')
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.answer(found('New question'))
  await expect.element(page.getByText('New question')).toBeVisible()
  calls[0]?.answer(found('Old question'))
  await expect.element(page.getByText('Old question')).not.toBeInTheDocument()
})

test('HELP-2 an empty box clears the list, and the no-data message is shown and announced', async () => {
  const calls = playServer()
  await render(searchBox)
  type('xyz')
  await expect.poll(() => calls.length).toBe(1)
  calls[0]?.answer(found())
  await expect.element(page.getByRole('status')).toHaveTextContent('No Data found')
  type('')
  await expect.element(page.getByText('No Data found').first()).not.toBeInTheDocument()
  expect(calls).toHaveLength(1)
})

test('HELP-2 arrows walk through the suggestions and through the box, Enter opens, Escape closes', async () => {
  const calls = playServer()
  await render(searchBox)
  box.element().focus()
  type('a')
  await expect.poll(() => calls.length).toBe(1)
  calls[0]?.answer(found('First', 'Second'))
  await expect.element(box).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(box).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(box).toHaveAttribute('aria-activedescendant', options.nth(0).element().id)
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')
  const opened = nextPage()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(await opened).toBe('/gethelp/question/0')
})

test('ERR-1 without a response the box stays usable and shows no error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await render(searchBox)
  type('code')
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')
  await expect.element(box).toHaveValue('code')
})

test('before script arrives it is a plain search form', () => {
  const markup = document.createElement('div')
  markup.innerHTML = renderToString(searchBox)
  expect(markup.querySelector('form')?.getAttribute('action')).toBe('/gethelp')
  expect(markup.querySelector('input')?.getAttribute('name')).toBe('q')
  expect(markup.querySelector('[role=combobox]')).toBeNull()
})
