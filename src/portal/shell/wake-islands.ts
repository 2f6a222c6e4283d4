import { offerReload } from '../islands/offer-reload.ts'
import { inTime } from '../network/in-time.ts'
import { untilReached } from './watch-network.ts'

type IslandModule = { default: (element: HTMLElement) => Promise<void> }

const ISLAND = 'x-island'
/** The last is sent by a part of the page that needs an island elsewhere in it. */
const TOUCHES = ['pointerdown', 'focusin', 'keydown', 'input', 'guichet:wake'] as const
const awake = new WeakMap<HTMLElement, Promise<void>>()
/** How soon an eager island whose file did not come is tried again. */
const AGAIN_MS = 3_000
/** ROUTE-8, section 9 of the specification: a file that is neither there nor refused by then will not come any more. */
const CHUNK_TIMEOUT_MS = 120_000
let pressing: Promise<void> | null = null
let isRepeating = false
let isLeaving = false

/**
 * Islands sleep until somebody touches them. A press that only the island understands (`data-held`) is held and repeated when it is
 * awake; a submit is never held: the browser posts, and the server answers.
 */
export function wakeIslands(): void {
  addEventListener('beforeunload', () => (isLeaving = true))
  addEventListener(
    'pointerdown',
    () => {
      pressing = untilReleased()
      // A link that opened something else, such as a call, left the page where it was.
      isLeaving = false
    },
    true,
  )
  for (const touch of TOUCHES) addEventListener(touch, (event) => void wake(islandOf(event.target)), true)
  addEventListener('click', holdPress, true)
  document.querySelectorAll<HTMLElement>(`${ISLAND}[data-eager]`).forEach((element) => void wakeUntilAwake(element))
  if (mayWakeAtIdle()) whenIdle(() => document.querySelectorAll<HTMLElement>(ISLAND).forEach((element) => void wake(element)))
}

function islandOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(ISLAND) : null
}

function wake(element: HTMLElement | null): Promise<void> | undefined {
  if (!element) return undefined
  const known = awake.get(element)
  if (known) return known
  const waking = load(element)
  awake.set(element, waking)
  return waking
}

/** What has work to do unasked is not given up when the network is away for a moment. */
async function wakeUntilAwake(element: HTMLElement): Promise<void> {
  await wake(element)
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
    // Firefox gives up what a page still fetches as soon as the visitor goes on: then nothing is missing.
    if (!isLeaving) reportError(error)
    // GEN-8: a lost network is waited for, and a press waits with it. Otherwise the next touch tries again; the page works as it came.
    const wasAway = !isLeaving && (await untilReached())
    awake.delete(element)
    element.dataset.state = 'asleep'
    if (wasAway) await wake(element)
    else if (!isLeaving) offerReload()
  }
}

/**
 * Firefox never asks again for a program that it could not load: there it is fetched into the cache first, where nothing fails any more. Chromium, known by
 * telling of its connection, asks again.
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

/** An island that took over between a finger's down and up could disable the button under it, and the press would be lost. */
function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(resolve), { capture: true, once: true })
  })
}

/** What was typed before is news to the island. */
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
  // Hydration keeps the element. Where the island could not be woken, the press does what it does without script.
  void wake(element)?.then(() => {
    isRepeating = true
    held.click()
    isRepeating = false
  })
}

/** After a file that failed a link is simply followed; a button that does nothing by itself waits for the next try. */
function isWaitedFor({ dataset: { state } }: HTMLElement, held: HTMLElement): boolean {
  return !state || (state === 'asleep' && held instanceof HTMLButtonElement && held.type === 'button')
}

/** React costs 60 KB: on a slow, counted or unknown connection nobody gets it unasked. */
function mayWakeAtIdle(): boolean {
  const { saveData, effectiveType } = navigator.connection ?? {}
  return !saveData && effectiveType === '4g'
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else addEventListener('load', () => setTimeout(work, 200))
}
