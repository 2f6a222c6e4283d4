import { expect, test } from 'vitest'
import { fillText } from './fill-text.ts'

test('abuse 51 named values are put into a text, all other parts stay as written', () => {
  expect(fillText('Minimum {min}, <b>{unknown}</b> %s {', { min: 100 })).toBe('Minimum 100, <b>{unknown}</b> %s {')
  expect(fillText('{constructor} {toString}', {})).toBe('{constructor} {toString}')
})
