import { expect, test } from 'vitest'
import { deviations, readTypes, type Schema } from '#operator/tmforum/document-types.ts'
import { DOCUMENTED_CALLS } from '#operator/tmforum/documents.ts'
import { closed, largest, smallest } from '../samples.ts'

const typeNamed = readTypes(`
enum Colour: red green "pale "
part Named: id name?
plain Part: ...Named
Thing: ...Named colour:Colour size?:number count?:integer at?:time link?:uri
  isNew?:boolean parts?:Part[1] rest?:object extra?:any
Broken: id?:Nothing
`)
const Thing: Schema = typeNamed('Thing') ?? {}
const THING = { id: 'a', colour: 'red' }

test.for<[object, string[]]>([
  [{}, []],
  [{ size: 1.5, count: 2, at: '2026-11-15T10:00:00Z', link: 'https://a.example/1', isNew: false, parts: [{ id: 'p' }], rest: {} }, []],
  [{ colour: 'pale ', '@type': 'Thing', extra: null }, []],
  [{ id: undefined }, ['id is missing']],
  [{ id: 7 }, ['id must be string']],
  [{ colour: 'Red' }, ['colour must be one of red, green, pale ']],
  [{ size: '1' }, ['size must be number']],
  [{ count: 1.5 }, ['count must be integer']],
  [{ at: '15.11.2026' }, ['at must match format "date-time"']],
  [{ link: '/thing/1' }, ['link must match format "uri"']],
  [{ isNew: 'yes' }, ['isNew must be boolean']],
  [{ parts: [] }, ['parts must not have fewer than 1 items']],
  [{ parts: [{}] }, ['parts.0.id is missing']],
  [{ parts: {} }, ['parts must be array']],
  [{ rest: 'x' }, ['rest must be object']],
])('%j is judged %j', ([changes, expected]) => {
  expect(deviations(Thing, JSON.parse(JSON.stringify({ ...THING, ...changes })))).toEqual(expected)
})

test('a server may send undocumented fields, the portal may not', () => {
  expect(deviations(Thing, { ...THING, taste: 'sweet' })).toEqual([])
  expect(deviations(closed(Thing), { ...THING, taste: 'sweet' })).toEqual(['taste is not in the document'])
  expect(deviations(closed(Thing), { ...THING, parts: [{ id: 'p', '@type': 'Part' }] })).toEqual(['parts.0.@type is not in the document'])
  expect(deviations(Thing, 'nothing')).toEqual(['the message must be object'])
})

test('a type that is not declared is none', () => {
  expect(typeNamed('Nothing')).toBeNull()
  expect(() => typeNamed('Broken')).toThrow("'id?:Nothing' of Broken is no field")
})

test('the smallest and the largest of every message are legal', () => {
  for (const { answer, sends } of Object.values(DOCUMENTED_CALLS))
    for (const holds of [answer.holds, sends])
      if (holds) for (const of of [smallest, largest]) expect(deviations(closed(holds), of(holds))).toEqual([])
})
