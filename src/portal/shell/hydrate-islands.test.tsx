import { island } from '#island'
import { plainIsland } from '#plain-island'
import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { IslandRoot } from '../islands/island-root.tsx'
import { swapQuotes } from '../islands/quoted-props.ts'
import { hydrateIslands } from './hydrate-islands.ts'

/** What the files of the islands below export; each file reads its code from here when it is loaded. */
type Programs = Record<string, (element: HTMLElement) => unknown>
const programs: Programs = {}
Object.assign(window, { programs })

/** Data saving on: nothing is hydrated without a touch. */
Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
vi.spyOn(window, 'reportError').mockImplementation(() => {})
hydrateIslands()

let files = 0

/** The address of a file of its own; `body` runs when the file is loaded. */
function fileOf(body: string): string {
  files += 1
  return `data:text/javascript,${encodeURIComponent(`/* ${files} */ ${body}`)}`
}

const loading = (program: string) => `window.loaded = (window.loaded ?? 0) + 1; export default window.programs.${program}`
const loaded = () => (window as { loaded?: number }).loaded ?? 0

beforeEach(() => {
  document.body.innerHTML = '<div data-part-missing hidden>A part is missing</div>'
  Object.assign(window, { loaded: 0 })
})

type Sent = { inside: string; file: string; props?: string }

function sent({ inside, file, props = '{}' }: Sent): HTMLElement {
  const element = document.createElement('x-island')
  element.dataset.files = file
  element.dataset.props = props
  element.innerHTML = inside
  document.body.append(element)
  return element
}

const isPartMissing = () => document.querySelector<HTMLElement>('[data-part-missing]')?.hidden === false
async function isInState(element: HTMLElement, state: string): Promise<void> {
  await expect.poll(() => element.dataset.state).toBe(state)
}

/** A field that shows what was typed, in capitals: by React, and by a few lines. */
function Capitals({ start }: { start: string }) {
  const [typed, setTyped] = useState(start.toUpperCase())
  return (
    <label>
      Name <input defaultValue={start} onInput={({ currentTarget }) => setTyped(currentTarget.value.toUpperCase())} />
      <output>{typed}</output>
    </label>
  )
}

programs.react = island('capitals', Capitals) as unknown as Programs[string]
programs.plain = plainIsland('capitals', (element) => {
  const show = () => {
    const output = element.querySelector('output')
    if (output) output.textContent = element.querySelector('input')?.value.toUpperCase() ?? ''
  }
  element.addEventListener('input', show)
}) as unknown as Programs[string]

const KINDS = {
  react: {
    inside: renderToString(
      <IslandRoot frame={{} as never} slotHtml="">
        <Capitals start="" />
      </IslandRoot>,
    ),
    props: swapQuotes(JSON.stringify({ start: '' })),
  },
  plain: { inside: '<label>Name <input><output></output></label>', props: '{}' },
}
const KIND_NAMES = ['react', 'plain'] as const

const capitals = (kind: (typeof KIND_NAMES)[number], body = loading(kind)) => sent({ ...KINDS[kind], file: fileOf(body) })
const field = (element: HTMLElement) => element.querySelector('input') as HTMLInputElement

function type(element: HTMLElement, text: string): void {
  field(element).value = text
  field(element).dispatchEvent(new Event('input', { bubbles: true }))
}

test.for(KIND_NAMES)('%s: an island is hydrated at the first touch and keeps what was typed', async (kind) => {
  const element = capitals(kind)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(loaded()).toBe(0)
  expect(element.dataset.state).toBeUndefined()
  field(element).focus()
  type(element, 'aissa')
  await isInState(element, 'awake')
  expect(element.querySelector('output')?.textContent).toBe('AISSA')
  expect(field(element).value).toBe('aissa')
})

test.for(KIND_NAMES)('%s: text typed before hydration reaches the island as an input event', async (kind) => {
  const element = capitals(kind)
  field(element).value = 'before'
  element.dispatchEvent(new CustomEvent('guichet:wake', { bubbles: true }))
  await isInState(element, 'awake')
  await expect.poll(() => element.querySelector('output')?.textContent).toBe('BEFORE')
})

test.for(KIND_NAMES)('%s: a file that fails to load leaves the page as it was, says so, and is fetched at the next touch', async (kind) => {
  const element = capitals(kind, 'throw new Error("no file")')
  field(element).focus()
  await isInState(element, 'asleep')
  await expect.poll(isPartMissing).toBe(true)
  expect(field(element).isConnected).toBe(true)
  element.dataset.files = fileOf(loading(kind))
  type(element, 'again')
  await isInState(element, 'awake')
  await expect.poll(() => element.querySelector('output')?.textContent).toBe('AGAIN')
})

test.for(KIND_NAMES)('%s: what is said of a missing file moves no button while it is pressed', async (kind) => {
  const element = capitals(kind, 'throw new Error("no file")')
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await isInState(element, 'asleep')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isPartMissing()).toBe(false)
  element.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  await expect.poll(isPartMissing).toBe(true)
})

test('react: an island that breaks restores the server’s markup, and is not hydrated again', async () => {
  programs.breaking = island('breaking', () => {
    throw new Error('broken on purpose')
  }) as unknown as Programs[string]
  const element = sent({ inside: '<form><input name="q"><button>Send</button></form>', file: fileOf(loading('breaking')) })
  field(element).focus()
  await isInState(element, 'broken')
  expect(element.innerHTML).toBe('<form><input name="q"><button>Send</button></form>')
  type(element, 'x')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(loaded()).toBe(1)
  expect(element.dataset.state).toBe('broken')
})

test('react: props that cannot be read leave the server’s markup, and the form works', async () => {
  const element = sent({ ...KINDS.react, file: fileOf(loading('react')), props: '{' })
  field(element).focus()
  await isInState(element, 'asleep')
  expect(field(element).isConnected).toBe(true)
})

test('plain: an island that throws leaves the page as it was', async () => {
  programs.throwing = plainIsland('throwing', () => {
    throw new Error('broken on purpose')
  }) as unknown as Programs[string]
  const element = sent({ ...KINDS.plain, file: fileOf(loading('throwing')) })
  field(element).focus()
  await isInState(element, 'asleep')
  await expect.poll(isPartMissing).toBe(true)
})

test('one touch after another loads an island once', async () => {
  const element = capitals('plain')
  for (const touch of ['pointerdown', 'focusin', 'keydown', 'input']) field(element).dispatchEvent(new Event(touch, { bubbles: true }))
  dispatchEvent(new Event('pointerup'))
  await isInState(element, 'awake')
  expect(loaded()).toBe(1)
})

test.for(['pointerdown', 'focusin', 'keydown', 'input', 'guichet:wake'] as const)('a touch hydrates: %s', async (touch) => {
  const element = capitals('plain')
  field(element).dispatchEvent(new Event(touch, { bubbles: true }))
  dispatchEvent(new Event('pointerup'))
  await isInState(element, 'awake')
})

test('an island is not hydrated while a finger is down', async () => {
  const element = capitals('plain')
  field(element).dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await expect.poll(loaded).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(element.dataset.state).toBeUndefined()
  dispatchEvent(new Event('pointerup'))
  await isInState(element, 'awake')
})

/** Counts presses that the island itself received. */
function countingPresses(): { presses: () => number } {
  let count = 0
  programs.presses = plainIsland('presses', (element) => {
    element.addEventListener('click', (event) => {
      event.preventDefault()
      count += 1
    })
  }) as unknown as Programs[string]
  return { presses: () => count }
}

test('a press that only the island handles is held, and repeated once after hydration', async () => {
  const { presses } = countingPresses()
  const element = sent({ inside: '<button type="button" data-held>Open</button>', file: fileOf(loading('presses')) })
  element.querySelector('button')?.click()
  expect(presses()).toBe(0)
  await isInState(element, 'awake')
  await expect.poll(presses).toBe(1)
  element.querySelector('button')?.click()
  expect(presses()).toBe(2)
})

test('a press with a modifier key that opens another tab is left to the browser', async () => {
  countingPresses()
  const element = sent({ inside: '<a href="#elsewhere" data-held>Open</a>', file: fileOf(loading('presses')) })
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
  element.querySelector('a')?.dispatchEvent(press)
  expect(press.defaultPrevented).toBe(false)
})

test('after a file that failed a link is followed, and a button waits for the next try', async () => {
  const { presses } = countingPresses()
  const inside = '<a href="#followed" data-held>Link</a><button type="button" data-held>Button</button>'
  const element = sent({ inside, file: fileOf('throw new Error("no file")') })
  element.dispatchEvent(new CustomEvent('guichet:wake', { bubbles: true }))
  await isInState(element, 'asleep')
  const press = new MouseEvent('click', { bubbles: true, cancelable: true })
  element.querySelector('a')?.dispatchEvent(press)
  expect(press.defaultPrevented).toBe(false)
  element.dataset.files = fileOf(loading('presses'))
  element.querySelector('button')?.click()
  await isInState(element, 'awake')
  await expect.poll(presses).toBe(1)
})

test('eager: an eager island is hydrated without a touch, and retried when its file fails to load', async () => {
  const eager = (file: string) => {
    const element = sent({ ...KINDS.plain, file })
    element.dataset.eager = ''
    return element
  }
  const there = eager(fileOf(loading('plain')))
  const missing = eager(fileOf('throw new Error("no file")'))
  hydrateIslands()
  await isInState(there, 'awake')
  await isInState(missing, 'asleep')
  missing.dataset.files = fileOf(loading('plain'))
  await expect.poll(() => missing.dataset.state, { timeout: 10_000 }).toBe('awake')
})

test.for([
  ['a fast line', { effectiveType: '4g', saveData: false }, 'awake'],
  ['a slow line', { effectiveType: '3g', saveData: false }, undefined],
  ['a line that is counted', { effectiveType: '4g', saveData: true }, undefined],
] as const)('what wakes unasked depends on the line: %s', async ([, connection, expected]) => {
  const element = capitals('plain')
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  hydrateIslands()
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve()))
  if (expected) await isInState(element, expected)
  else expect(loaded()).toBe(0)
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
})
