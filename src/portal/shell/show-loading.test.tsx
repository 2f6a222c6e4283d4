import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import loadingTexts from '#content/fr/loader-translation.json' with { type: 'json' }
import { renderFrame } from '#tests/support/rendered-frame.tsx'
import { KEPT_EVENT } from '../offline/offline-addresses.ts'
import { showLoading } from './show-loading.ts'

let overlay: HTMLElement | null

beforeEach(async () => {
  const frame = await renderFrame()
  overlay = frame.querySelector('[data-loading]')
  showLoading()
})
afterEach(() => {
  vi.useRealTimers()
})

const setLoading = (isOn: boolean) => dispatchEvent(new CustomEvent('guichet:loading', { detail: isOn }))
const isSeen = () => overlay?.checkVisibility()

test('LOAD-1 the overlay is visible exactly while the flag is on, and off by default', () => {
  expect(isSeen()).toBe(false)
  setLoading(true)
  expect(isSeen()).toBe(true)
  setLoading(false)
  expect(isSeen()).toBe(false)
})

test('LOAD-1 LOAD-2 it shows the logo, a title and two lines, in the words of the page’s own language', () => {
  const { wait, holdOn, loadingMessage } = loadingTexts
  expect(overlay?.querySelectorAll('svg')).toHaveLength(1)
  expect([...(overlay?.querySelectorAll('p') ?? [])].map((line) => line.textContent)).toEqual([wait, holdOn, loadingMessage])
})

test('LOAD-1 a submit shows the loading state only when the next page is slow; going back shows the page', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dispatchEvent(new Event('submit', { cancelable: true }))
  vi.advanceTimersByTime(699)
  expect(isSeen()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isSeen()).toBe(true)
  dispatchEvent(new Event('pageshow'))
  expect(isSeen()).toBe(false)
})

test('LOAD-1 a submit that an island handles shows nothing', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const kept = new Event('submit', { cancelable: true })
  kept.preventDefault()
  dispatchEvent(kept)
  vi.advanceTimersByTime(5000)
  expect(isSeen()).toBe(false)
})

test('LOAD-1 a tap uncovers the page, and so does stopping the browser, after which the form may be sent again', () => {
  const kept = vi.fn<() => void>()
  addEventListener(KEPT_EVENT, kept)
  setLoading(true)
  overlay?.click()
  expect(isSeen()).toBe(false)
  expect(kept).not.toHaveBeenCalled()
  for (const stop of [
    () => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })),
    () => (globalThis as { navigation?: EventTarget }).navigation?.dispatchEvent(new Event('navigateerror')),
  ]) {
    setLoading(true)
    stop()
    expect(isSeen()).toBe(false)
    expect(kept).toHaveBeenCalled()
    kept.mockClear()
  }
  removeEventListener(KEPT_EVENT, kept)
})
