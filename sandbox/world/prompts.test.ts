import { expect, test } from 'vitest'
import { aSandbox } from '../testing/test-sandbox.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000

function aPrompt(world: World, changes: { msisdn?: string } = {}) {
  const question = { face: 'money', wallet: 'money', msisdn: '90000001', amount: 1_000, currency: 'XOF', payee: 'Ténéré Mobile' } as const
  return world.prompts.ask({ ...question, reference: 'MM-1', lifeMs: 2 * MINUTE_MS, ...changes })
}

test('a prompt waits until it is answered, and its simulator is notified once', async () => {
  const { world } = await aSandbox()
  const told: string[] = []
  world.prompts.onSettled('money', (prompt) => void told.push(`${prompt.reference} ${prompt.state}`))
  const { id } = aPrompt(world)
  expect(world.prompts.of('90000001')).toMatchObject([{ id, state: 'waiting' }])

  expect(await world.prompts.answer(id, { answer: 'accept', pin: '1234' })).toMatchObject({
    kind: 'settled',
    prompt: { state: 'accepted' },
  })
  expect(await world.prompts.answer(id, { answer: 'decline' })).toMatchObject({ kind: 'not-waiting' })
  expect(told).toEqual(['MM-1 accepted'])
})

test('a wrong PIN costs a try and leaves the prompt waiting', async () => {
  const { world } = await aSandbox()
  const { id } = aPrompt(world)
  expect(await world.prompts.answer(id, { answer: 'accept', pin: '0000' })).toMatchObject({ kind: 'wrong-pin', triesLeft: 4 })
  expect(world.prompts.find(id)).toMatchObject({ state: 'waiting', wrongPins: 1 })
  expect(world.wallets.find('money', '90000001')?.pinTriesLeft).toBe(4)
})

test('the last wrong PIN locks the wallet and ends the prompt', async () => {
  const { world } = await aSandbox()
  const { id } = aPrompt(world)
  for (let entry = 0; entry < 4; entry += 1) await world.prompts.answer(id, { answer: 'accept', pin: '0000' })
  expect(await world.prompts.answer(id, { answer: 'accept', pin: '0000' })).toMatchObject({ kind: 'locked', prompt: { state: 'declined' } })
})

test('an unanswered prompt expires, and its simulator is notified', async () => {
  const { world } = await aSandbox()
  const told: string[] = []
  world.prompts.onSettled('money', (prompt) => void told.push(prompt.state))
  const { id } = aPrompt(world)
  await world.scheduler.advance(2 * MINUTE_MS)
  expect(world.prompts.find(id)?.state).toBe('expired')
  expect(told).toEqual(['expired'])
})
