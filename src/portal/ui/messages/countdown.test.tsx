import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Countdown } from './countdown.tsx'

const START = Date.UTC(2026, 0, 1)
const words = (seconds: number) => `Nouveau code dans ${seconds} s`
const timer = page.getByRole('timer')
const announced = page.getByRole('status')

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('OTP-1 counts sixty seconds down, one by one', async () => {
  await render(<Countdown deadlineMs={START + 60_000} words={words} />)
  await expect.element(timer).toHaveTextContent(words(60))
  vi.advanceTimersByTime(1000)
  await expect.element(timer).toHaveTextContent(words(59))
  vi.advanceTimersByTime(28_000)
  await expect.element(timer).toHaveTextContent(words(31))
})

test('a screen reader hears 30, 10, 5 and 0 seconds only', async () => {
  await render(<Countdown deadlineMs={START + 31_000} words={words} />)
  const heard: string[] = []
  const observer = new MutationObserver(() => heard.push(announced.element().textContent))
  observer.observe(announced.element(), { childList: true, characterData: true, subtree: true })
  for (let left = 30; left >= 0; left -= 1) {
    vi.advanceTimersByTime(1000)
    await expect.element(timer).toHaveTextContent(words(left))
  }
  expect(heard.filter(Boolean)).toEqual([30, 10, 5, 0].map(words))
  observer.disconnect()
})

test('says once that the time is over', async () => {
  const onEnd = vi.fn()
  const { rerender } = await render(<Countdown deadlineMs={START + 2000} words={words} onEnd={onEnd} />)
  vi.advanceTimersByTime(5000)
  await expect.element(timer).toHaveTextContent(words(0))
  await rerender(<Countdown deadlineMs={START + 2000} words={words} onEnd={() => onEnd()} />)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a new deadline starts a new countdown', async () => {
  const onEnd = vi.fn()
  const { rerender } = await render(<Countdown deadlineMs={START} words={words} onEnd={onEnd} />)
  expect(onEnd).toHaveBeenCalledTimes(1)
  await rerender(<Countdown deadlineMs={START + 3000} words={words} onEnd={onEnd} />)
  await expect.element(timer).toHaveTextContent(words(3))
  vi.advanceTimersByTime(3000)
  await expect.element(timer).toHaveTextContent(words(0))
  expect(onEnd).toHaveBeenCalledTimes(2)
})

test('after the phone slept it shows the truth as soon as it is looked at', async () => {
  let nowMs = START
  const now = () => nowMs
  await render(<Countdown deadlineMs={START + 60_000} words={words} now={now} />)
  nowMs += 42_000
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(timer).toHaveTextContent(words(18))
})
