import { expect, test } from 'vitest'
import { deviations } from './deviations.ts'
import { flag, largest, list, number, object, smallest, text, time, unread, uri, whole, words } from './document-shapes.ts'
import { EVERY_MESSAGE } from './every-message.ts'

const Thing = object(
  { id: text, colour: words('red', 'green') },
  { size: number, count: whole, at: time, link: uri, isNew: flag, parts: list(object({ id: text }), 1), rest: unread },
)
const THING = { id: 'a', colour: 'red' }

test.for<[object, string[]]>([
  [{}, []],
  [{ size: 1.5, count: 2, at: '2026-11-15T10:00:00Z', link: 'https://a.example/1', isNew: false, parts: [{ id: 'p' }], rest: {} }, []],
  [{ id: undefined }, ['id is missing']],
  [{ id: 7 }, ['id is no text']],
  [{ colour: 'Red' }, ["colour is none of the document's words"]],
  [{ size: '1' }, ['size is no number']],
  [{ count: 1.5 }, ['count is no whole']],
  [{ at: '15.11.2026' }, ['at is no time']],
  [{ link: '/thing/1' }, ['link is no uri']],
  [{ isNew: 'yes' }, ['isNew is no flag']],
  [{ parts: [] }, ['parts has fewer than 1']],
  [{ parts: [{}] }, ['parts[0].id is missing']],
  [{ parts: {} }, ['parts is no list']],
  [{ rest: 'x' }, ['rest is no unread']],
])('%j is judged %j', ([changes, expected]) => {
  expect(deviations(Thing, { ...THING, ...changes })).toEqual(expected)
})

test('a server may say more than the document knows, we may not', () => {
  expect(deviations(Thing, { ...THING, taste: 'sweet' })).toEqual([])
  expect(deviations(Thing, { ...THING, taste: 'sweet' }, { isClosed: true })).toEqual(['taste is not in the document'])
  expect(deviations(Thing, 'nothing')).toEqual(['the message is no object'])
})

test('the smallest and the largest of every message are legal', () => {
  for (const { answer } of EVERY_MESSAGE)
    if (answer.holds)
      for (const of of [smallest, largest]) expect(deviations(answer.holds, of(answer.holds), { isClosed: true })).toEqual([])
})
