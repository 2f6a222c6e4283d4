import { expect, test } from 'vitest'
import { nationalNumber, valuesAt } from './shapes.ts'

test.for([
  ['22790123456', '90123456'],
  ['+227 90 12 34 56', '90123456'],
  ['0022790123456', '90123456'],
  ['90123456', '90123456'],
  ['+33612345678', '+33612345678'],
  ['+90123456', '+90123456'],
  ['2279012345', '2279012345'],
] as const)('%s is %s', ([wire, national]) => {
  expect(nationalNumber(wire)).toBe(national)
})

test.for([
  ['a', { a: 'x' }, ['x']],
  ['a.b', { a: [{ b: 'x' }, { b: 7 }, {}, null] }, ['x', '7']],
  ['a.b', { a: { b: ['x', 'y'] } }, ['x', 'y']],
  ['a.b', { a: 'text' }, []],
  ['constructor.name', {}, []],
  ['a', null, []],
] as const)('the value at %s in %j is %j', ([path, resource, values]) => {
  expect(valuesAt(resource, path)).toEqual(values)
})
