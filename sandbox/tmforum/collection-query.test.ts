import { expect, test } from 'vitest'
import { answerQuery, selectFields, type Query } from './collection-query.ts'

const records = [
  {
    id: 'a',
    href: '/a',
    status: 'active',
    size: 12450.5,
    isShared: false,
    tag: [{ name: 'x', value: '1' }, { name: 'y' }],
    owner: { id: '7' },
  },
  { id: 'b', href: '/b', status: 'active', size: 3, isShared: true, tag: [{ name: 'y', value: '1' }], owner: { id: '8' } },
  { id: 'c', href: '/c', status: 'expired', size: 3, isShared: true, tag: [], owner: { id: '7' } },
]
const idsFor = (query: Query) => answerQuery(records, query).records.map(({ id }) => id)

test.for<[Query, string[]]>([
  [{}, ['a', 'b', 'c']],
  [{ status: 'active' }, ['a', 'b']],
  [{ status: 'activ' }, []],
  [{ status: 'Active' }, []],
  [{ 'owner.id': '7' }, ['a', 'c']],
  [{ 'owner.id': '7', status: 'active' }, ['a']],
  [{ 'tag.name': 'y' }, ['a', 'b']],
  [{ 'tag.name': ['x', 'y'] }, ['a']],
  [{ 'tag.value': '1', status: 'active' }, ['a', 'b']],
  [{ size: '12450.50' }, ['a']],
  [{ isShared: 'true' }, ['b', 'c']],
  [{ colour: 'red' }, []],
  [{ 'owner.constructor.name': 'Object' }, []],
  [{ fields: 'status', limit: '1', offset: '1' }, ['b']],
])('the filter %j finds %j', ([query, ids]) => {
  expect(idsFor(query)).toEqual(ids)
})

test('a page tells how many there are in all', () => {
  expect(answerQuery(records, { offset: '1', limit: '1' })).toMatchObject({ records: [{ id: 'b' }], offset: 1, total: 3 })
  expect(answerQuery(records, { offset: '9' })).toMatchObject({ records: [], total: 3 })
})

test.for([{ limit: '-1' }, { limit: 'ten' }, { offset: '1.5' }, { offset: ['1', '2'] }])('%j is refused', (query) => {
  expect(() => answerQuery(records, query)).toThrow(/must be a whole number/)
})

test('fields reduces a record to the named attributes, id and href', () => {
  expect(selectFields({ id: 'a', href: '/a', status: 'active', size: 1 }, { fields: 'status, nothing' })).toEqual({
    id: 'a',
    href: '/a',
    status: 'active',
  })
})
