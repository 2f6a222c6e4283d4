import { expect, test } from 'vitest'
import { swapQuotes } from './quoted-props.ts'

test('props in an attribute hold no quotation mark, and are read as they were', () => {
  const props = JSON.stringify({ name: 'a "quoted" ^ sign', other: "it's <b> & more" })
  expect(swapQuotes('{"a":"b"}')).toBe('{^a^:^b^}')
  expect(swapQuotes(swapQuotes(props))).toBe(props)
})
