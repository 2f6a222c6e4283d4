import { expect, test } from 'vitest'
import { textWorld } from '../../support/text-world.ts'

const world = await textWorld()
const { write, approve, served } = world

test('CON-7 OPR-4 a text is edited in all offered languages; what is about money falls back until a speaker has checked it', async () => {
  const plain = 'orp-translation/home'
  const money = 'orp-translation/keptTitle'
  const facts = (await world.desk.texts()).get(money)?.facts
  expect(facts?.fields.map(({ field, isUncheckedDraft }) => [field, isUncheckedDraft])).toEqual([
    ['fr', false],
    ['sw', true],
    ['en', false],
  ])
  for (const id of [plain, money]) {
    const { fr = '' } = await served(id)
    expect(await write(id, { fr: `${fr} ici`, sw: 'Maneno mapya' })).toMatchObject({ kind: 'done' })
    expect(await approve(id)).toMatchObject({ kind: 'done', state: 'published' })
  }
  const shown = await world.content().read('orp-translation', 'sw')
  expect(shown.home).toBe('Maneno mapya')
  expect(shown.keptTitle).toBe((await served(money)).fr)
  expect((await served(money)).sw).toBe('Maneno mapya')
})

test('CON-7 OPR-4 a text of which visitors read no draft is edited in the checked languages only', async () => {
  const facts = (await world.desk.texts()).get('payment-translation/sms_failed')?.facts
  expect(facts?.fields.map(({ field }) => field)).toEqual(['fr', 'en'])
})

test('CON-7 a draft that visitors read cannot be emptied', async () => {
  expect(await write('footer-translation/free', { sw: '' })).toMatchObject({ why: 'problems', problems: [{ field: 'sw', kind: 'empty' }] })
})
