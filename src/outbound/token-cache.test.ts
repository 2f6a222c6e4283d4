import { expect, test } from 'vitest'
import { createTokenCache } from './token-cache.ts'

const LIFE_SECONDS = 3600

function aKeeper() {
  const world = { ms: Date.parse('2026-11-15T12:00:00Z'), issued: 0, isDown: false }
  const tokens = createTokenCache({
    usableSeconds: (life) => life * 0.85,
    async issue() {
      world.issued += 1
      const token = `token-${world.issued}`
      await Promise.resolve()
      if (world.isDown) throw new Error('down')
      return { token, lifeSeconds: LIFE_SECONDS }
    },
  })
  const caller = { now: () => new Date(world.ms) }
  return { world, tokens, caller, passShare: (share: number) => void (world.ms += LIFE_SECONDS * share * 1000) }
}

test('a token is fetched once, also for a hundred simultaneous callers', async () => {
  const { world, tokens, caller } = aKeeper()
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => tokens.current(caller))))).toEqual(new Set(['token-1']))
  await tokens.current(caller)
  expect(world.issued).toBe(1)
})

test('a token is dropped before it expires', async () => {
  const { tokens, caller, passShare } = aKeeper()
  await tokens.current(caller)
  passShare(0.84)
  expect(await tokens.current(caller)).toBe('token-1')
  passShare(0.02)
  expect(await tokens.current(caller)).toBe('token-2')
})

test('a token that was refused to a hundred callers is replaced once', async () => {
  const { world, tokens, caller } = aKeeper()
  const token = await tokens.current(caller)
  const renewed = await Promise.all(Array.from({ length: 100 }, () => tokens.renew(token, caller)))
  expect(new Set(renewed)).toEqual(new Set(['token-2']))
  expect(await tokens.renew(token, caller)).toBe('token-2')
  expect(world.issued).toBe(2)
})

test('a failure rejects for all who waited and is not cached', async () => {
  const { world, tokens, caller } = aKeeper()
  world.isDown = true
  const asked = await Promise.allSettled(Array.from({ length: 100 }, () => tokens.current(caller)))
  expect(asked.every(({ status }) => status === 'rejected')).toBe(true)
  expect(world.issued).toBe(1)
  world.isDown = false
  expect(await tokens.current(caller)).toBe('token-2')
})

test('while no new token can be fetched the old one is used until it expires, and a new one is requested now and then', async () => {
  const { world, tokens, caller, passShare } = aKeeper()
  await tokens.current(caller)
  world.isDown = true
  passShare(0.86)
  expect(await Promise.all(Array.from({ length: 100 }, () => tokens.current(caller)))).toEqual(Array.from({ length: 100 }, () => 'token-1'))
  expect(await tokens.current(caller)).toBe('token-1')
  expect(world.issued).toBe(2)
  world.ms += 11_000
  expect(await tokens.current(caller)).toBe('token-1')
  expect(world.issued).toBe(3)
  passShare(0.14)
  await expect(tokens.current(caller)).rejects.toThrow('down')
})

test('a refused token is not used again when no new one can be fetched', async () => {
  const { world, tokens, caller } = aKeeper()
  const token = await tokens.current(caller)
  world.isDown = true
  await expect(tokens.renew(token, caller)).rejects.toThrow('down')
  await expect(tokens.current(caller)).rejects.toThrow('down')
})

test.for([
  ['back by two hours', -7_200_000],
  ['forward by a year', 365 * 86_400_000],
] as const)('F57 a clock that jumps %s costs one new token and makes none everlasting', async ([, jumpMs]) => {
  const { world, tokens, caller, passShare } = aKeeper()
  await tokens.current(caller)
  world.ms += jumpMs
  expect(await tokens.current(caller)).toBe('token-2')
  passShare(0.5)
  expect(await tokens.current(caller)).toBe('token-2')
  passShare(0.36)
  expect(await tokens.current(caller)).toBe('token-3')
})

test('a token request that throws before it waits is a failure like any other', async () => {
  let isBroken = true
  const tokens = createTokenCache({
    usableSeconds: (life) => life,
    issue() {
      if (isBroken) throw new Error('thrown')
      return Promise.resolve({ token: 'good', lifeSeconds: 60 })
    },
  })
  const caller = { now: () => new Date() }
  await expect(tokens.current(caller)).rejects.toThrow('thrown')
  isBroken = false
  expect(await tokens.current(caller)).toBe('good')
})
