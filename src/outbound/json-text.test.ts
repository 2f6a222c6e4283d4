import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { parseJson, readShape } from './json-text.ts'

test('I19 a field or an entry that is null is absent', () => {
  expect(parseJson('{"a":null,"b":[null,{"c":null},1,null]}')).toEqual({ b: [{}, 1] })
  expect(parseJson('null')).toBeUndefined()
  expect(parseJson('{"a":')).toBeUndefined()
})

test.for(['501.00', '501', '-501', '0', '0.5', '0.500', '12.3456'])('the text %s is read as a number', (text) => {
  expect(readShape(Type.Object({ value: Type.Optional(Type.Number()) }), { value: text, more: text })).toEqual({
    value: Number(text),
    more: text,
  })
})

test.for(['1.500', '1,500', '1 500', '1e3', '0x1f', '00501', '+5', '', ' 5', '.5', '5.', 'NaN', '1234567890123'])(
  'I19 the text %j is no number: it may mean another one',
  (text) => {
    expect(readShape(Type.Object({ value: Type.Number() }), { value: text })).toBeNull()
  },
)

test('a whole number is read where a text is specified, a fraction is not', () => {
  const shape = Type.Object({ code: Type.String(), list: Type.Array(Type.Object({ id: Type.String() })) })
  expect(readShape(shape, { code: 1032, list: [{ id: 7 }] })).toEqual({ code: '1032', list: [{ id: '7' }] })
  expect(readShape(shape, { code: 1.5, list: [] })).toBeNull()
  expect(readShape(shape, { code: true, list: [] })).toBeNull()
})

test('a value that already fits one of several shapes is not rewritten', () => {
  const shape = Type.Object({ id: Type.Union([Type.Integer(), Type.String()]), pages: Type.Union([Type.Integer(), Type.Object({})]) })
  expect(readShape(shape, { id: '07', pages: '3' })).toEqual({ id: '07', pages: 3 })
})
