import { expect, test } from 'vitest'
import { openTurnstile } from './turnstile.ts'

test('USSD-9 so many are inside and no more; whoever leaves lets the next one in', async () => {
  const turnstile = openTurnstile({ most: 2, waitMs: 60_000 })
  expect(await turnstile.enter()).toBe(true)
  expect(await turnstile.enter()).toBe(true)
  let isInside = false
  const third = turnstile.enter().then((mayEnter) => (isInside = mayEnter))
  await Promise.resolve()
  expect(isInside).toBe(false)
  turnstile.leave()
  expect(await third).toBe(true)
})

test('USSD-9 whoever cannot come in soon is told so, and takes nobody’s place afterwards', async () => {
  const turnstile = openTurnstile({ most: 1, waitMs: 1 })
  expect(await turnstile.enter()).toBe(true)
  expect(await turnstile.enter()).toBe(false)
  turnstile.leave()
  expect(await turnstile.enter()).toBe(true)
})
