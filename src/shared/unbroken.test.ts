import { expect, test } from 'vitest'
import { unbroken } from './unbroken.ts'

test('a number stays on one line', () => {
  expect(unbroken('90 •• •• 56')).toBe('90\u00a0••\u00a0••\u00a056')
})
