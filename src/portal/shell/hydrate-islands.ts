import { offerReload } from '../islands/offer-reload.ts'
import { inTime } from '../network/in-time.ts'
import { untilReached } from './watch-network.ts'

type IslandModule = { default: (element: HTMLElement) => Promise<void> }

const ISLAND = 'x-island'
/** The last event is sent by a part of the page that needs an island elsewhere. */
const TOUCHES = ['pointerdown', 'focusin', 'keydown', 'input', 'guichet:wake'] as const
const awake = new WeakMap<HTMLElement, Promise<void>>()
/** Retry interval of an eager island whose file failed to load. */
const AGAIN_MS = 3_000
/** ROUTE-8, section 9 of the specification: the timeout for loading a file. */
const CHUNK_TIMEOUT_MS = 120_000
let pressing: Promise<void> | null = null
let isRepeating = false
let isLeaving = false

/**
 * Islands are hydrated at the first touch. A press that only the island handles (`data-held`) is held and repeated after hydration;
 * a submit is never held: the browser posts, and the server responds.
 */
export function hydrateIslands(): void {
  addEventListener('beforeunload', () => (isLeaving = true))
  addEventListener(
    'pointerdown',
    () => {
      pressing = untilReleased()
      // A link that opened something else, such as a phone call, did not leave the page.
      isLeaving = false
    },
    true,
  )
  for (const touch of TOUCHES) addEventListener(touch, (event) => void hydrate(islandOf(event.target)), true)
  addEventListener('click', holdPress, true)
  document.querySelectorAll<HTMLElement>(`${ISLAND}[data-eager]`).forEach((element) => void wakeUntilAwake(element))
  if (mayWakeAtIdle()) whenIdle(() => document.querySelectorAll<HTMLElement>(ISLAND).forEach((element) => void hydrate(element)))
}

function islandOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(ISLAND) : null
}

function hydrate(element: HTMLElement | null): Promise<void> | undefined {
  if (!element) return undefined
  const known = awake.get(element)
  if (known) return known
  const waking = load(element)
  awake.set(element, waking)
  return waking
}

/** Retries an eager island until it is hydrated, also after a short loss of the network. */
async function wakeUntilAwake(element: HTMLElement): Promise<void> {
  await hydrate(element)
  if (element.dataset.state === 'asleep') setTimeout(wakeUntilAwake, AGAIN_MS, element)
}

async function load(element: HTMLElement): Promise<void> {
  const files = (element.dataset.files ?? '').split(' ')
  try {
    const [module] = (await inTime(importAll(files), CHUNK_TIMEOUT_MS)) as IslandModule[]
    await pressing
    await module?.default(element)
    if (element.dataset.state !== 'broken') element.dataset.state = 'awake'
    announceTyping(element)
  } catch (error) {
    // Firefox aborts pending fetches as soon as the visitor navigates away: that is not an error.
    if (!isLeaving) reportError(error)
    // GEN-8: without a network it waits, and a held press too. Otherwise the next touch retries; the page works without the island.
    const wasAway = !isLeaving && (await untilReached())
    awake.delete(element)
    element.dataset.state = 'asleep'
    if (wasAway) await hydrate(element)
    else if (!isLeaving) {
      // The strip moves the page: a press under way would end beside its button, and be lost.
      await pressing
      offerReload()
    }
  }
}

/**
 * Firefox never retries the import of a module that failed to load, so there the files are fetched into the HTTP cache first. Chromium
 * (detected by `navigator.connection`) does retry.
 */
async function importAll(files: string[]): Promise<unknown[]> {
  if (!('connection' in navigator)) await Promise.all(files.map(fetchWhole))
  return Promise.all(files.map((file) => import(/* @vite-ignore */ file)))
}

async function fetchWhole(file: string): Promise<void> {
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(file)
  await answer.blob()
}

/** Hydration between pointerdown and pointerup could disable the button under the finger, and the press would be lost. */
function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(resolve), { capture: true, once: true })
  })
}

/** Sends input events for text that was typed before hydration. */
function announceTyping(element: HTMLElement): void {
  for (const field of element.querySelectorAll<HTMLInputElement>('input:not([type=hidden]),textarea')) {
    if (field.value !== field.defaultValue) field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function holdPress(event: MouseEvent): void {
  const element = islandOf(event.target)
  const held = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-held]') : null
  if (isRepeating || !element || !held || !isWaitedFor(element, held) || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  event.stopPropagation()
  // Hydration keeps the element. If hydration failed, the press does what it does without script.
  void hydrate(element)?.then(() => {
    isRepeating = true
    held.click()
    isRepeating = false
  })
}

/** After a failed load a link is simply followed; a button that needs script waits for the next try. */
function isWaitedFor({ dataset: { state } }: HTMLElement, held: HTMLElement): boolean {
  return !state || (state === 'asleep' && held instanceof HTMLButtonElement && held.type === 'button')
}

/** React costs 60 KB: on a slow, metered or unknown connection it is not preloaded. */
function mayWakeAtIdle(): boolean {
  const { saveData, effectiveType } = navigator.connection ?? {}
  return !saveData && effectiveType === '4g'
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else addEventListener('load', () => setTimeout(work, 200))
}
