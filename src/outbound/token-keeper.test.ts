import { expect, test } from 'vitest'
import { keepToken } from './token-keeper.ts'

const LIFE_SECONDS = 3600

function aKeeper() {
  const world = { ms: Date.parse('2026-11-15T12:00:00Z'), issued: 0, isDown: false }
  const tokens = keepToken({
    usableSeconds: (life) => life * 0.85,
    async issue() {
      world.issued += 1
      const token = `token-${world.issued}`
      await Promise.resolve()
      if (world.isDown) throw new Error('down')
      return { token, lifeSeconds: LIFE_SECONDS }
    },
  })
  const asker = { now: () => new Date(world.ms) }
  return { world, tokens, asker, passShare: (share: number) => void (world.ms += LIFE_SECONDS * share * 1000) }
}

test('a token is fetched once, also for a hundred callers who come together', async () => {
  const { world, tokens, asker } = aKeeper()
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => tokens.current(asker))))).toEqual(new Set(['token-1']))
  await tokens.current(asker)
  expect(world.issued).toBe(1)
})

test('a token is let go before it ends', async () => {
  const { tokens, asker, passShare } = aKeeper()
  await tokens.current(asker)
  passShare(0.84)
  expect(await tokens.current(asker)).toBe('token-1')
  passShare(0.02)
  expect(await tokens.current(asker)).toBe('token-2')
})

test('a token that a hundred callers saw refused is replaced once', async () => {
  const { world, tokens, asker } = aKeeper()
  const token = await tokens.current(asker)
  const renewed = await Promise.all(Array.from({ length: 100 }, () => tokens.renew(token, asker)))
  expect(new Set(renewed)).toEqual(new Set(['token-2']))
  expect(await tokens.renew(token, asker)).toBe('token-2')
  expect(world.issued).toBe(2)
})

test('a failure is told to all who waited and not kept', async () => {
  const { world, tokens, asker } = aKeeper()
  world.isDown = true
  const asked = await Promise.allSettled(Array.from({ length: 100 }, () => tokens.current(asker)))
  expect(asked.every(({ status }) => status === 'rejected')).toBe(true)
  expect(world.issued).toBe(1)
  world.isDown = false
  expect(await tokens.current(asker)).toBe('token-2')
})

test('while no new token is to be had the old one serves to its end, and a new one is asked for now and then', async () => {
  const { world, tokens, asker, passShare } = aKeeper()
  await tokens.current(asker)
  world.isDown = true
  passShare(0.86)
  expect(await Promise.all(Array.from({ length: 100 }, () => tokens.current(asker)))).toEqual(Array.from({ length: 100 }, () => 'token-1'))
  expect(await tokens.current(asker)).toBe('token-1')
  expect(world.issued).toBe(2)
  world.ms += 11_000
  expect(await tokens.current(asker)).toBe('token-1')
  expect(world.issued).toBe(3)
  passShare(0.14)
  await expect(tokens.current(asker)).rejects.toThrow('down')
})

test('a token that was refused does not serve again because no new one is to be had', async () => {
  const { world, tokens, asker } = aKeeper()
  const token = await tokens.current(asker)
  world.isDown = true
  await expect(tokens.renew(token, asker)).rejects.toThrow('down')
  await expect(tokens.current(asker)).rejects.toThrow('down')
})

test.for([
  ['back by two hours', -7_200_000],
  ['forward by a year', 365 * 86_400_000],
] as const)('F57 a clock that jumps %s costs one new token and makes none everlasting', async ([, jumpMs]) => {
  const { world, tokens, asker, passShare } = aKeeper()
  await tokens.current(asker)
  world.ms += jumpMs
  expect(await tokens.current(asker)).toBe('token-2')
  passShare(0.5)
  expect(await tokens.current(asker)).toBe('token-2')
  passShare(0.36)
  expect(await tokens.current(asker)).toBe('token-3')
})

test('asking for a token that throws before it waits is a failure like any other', async () => {
  let isBroken = true
  const tokens = keepToken({
    usableSeconds: (life) => life,
    issue() {
      if (isBroken) throw new Error('thrown')
      return Promise.resolve({ token: 'good', lifeSeconds: 60 })
    },
  })
  const asker = { now: () => new Date() }
  await expect(tokens.current(asker)).rejects.toThrow('thrown')
  isBroken = false
  expect(await tokens.current(asker)).toBe('good')
})
