import { expect, test } from 'vitest'
import { keepAccessToken } from './access-token.ts'
import { aContext, NOW } from './connector-testing.ts'

function aKeeper() {
  const clock = { ms: NOW.getTime(), issued: 0 }
  const tokens = keepAccessToken(async () => {
    clock.issued += 1
    const token = `token-${clock.issued}`
    await Promise.resolve()
    return { token, lifeSeconds: 3600 }
  })
  return { clock, tokens, context: aContext({ now: () => new Date(clock.ms) }) }
}

test('a token is fetched once, also for callers who come together', async () => {
  const { clock, tokens, context } = aKeeper()
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => tokens.current(context))))).toEqual(new Set(['token-1']))
  await tokens.current(context)
  expect(clock.issued).toBe(1)
})

test('a token is let go before it ends', async () => {
  const { clock, tokens, context } = aKeeper()
  await tokens.current(context)
  clock.ms += 3600 * 0.84 * 1000
  expect(await tokens.current(context)).toBe('token-1')
  clock.ms += 3600 * 0.02 * 1000
  expect(await tokens.current(context)).toBe('token-2')
})

test('a token that several callers saw refused is replaced once', async () => {
  const { clock, tokens, context } = aKeeper()
  const token = await tokens.current(context)
  tokens.forget(token)
  expect(await tokens.current(context)).toBe('token-2')
  tokens.forget(token)
  expect(await tokens.current(context)).toBe('token-2')
  expect(clock.issued).toBe(2)
})

test('a failure is not kept', async () => {
  let isDown = true
  const tokens = keepAccessToken(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve({ token: 'good', lifeSeconds: 60 })))
  await expect(tokens.current(aContext())).rejects.toThrow('down')
  isDown = false
  expect(await tokens.current(aContext())).toBe('good')
})
