import { expect, test } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

test('ordinary JSON is read as JSON.parse reads it', () => {
  const text = '{"a":[1,2.5,-3e2,{"b":null}],"c":"x\\"{,:}","d":true,"e":{"a":1}}'
  expect(parseStrictJson(text)).toEqual(JSON.parse(text))
})

test.for([
  '{"amount":1,"amount":100}',
  '{"amount":1,"\\u0061mount":100}',
  '{"a":{"b":1,"b":2}}',
  '{"__proto__":{"x":1}}',
  '{"a":{"constructor":{}}}',
  '{"a":9007199254740993}',
  '{"a":1e400}',
  `${'['.repeat(17)}${']'.repeat(17)}`,
  '{"a":1',
  '',
])('abuse 2 abuse 4 JSON that two readers could understand differently is refused: %s', (text) => {
  expect(() => parseStrictJson(text)).toThrow(SyntaxError)
})

test('abuse 8 a hundred thousand levels are refused without exhausting the stack', () => {
  expect(() => parseStrictJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toThrow()
})
