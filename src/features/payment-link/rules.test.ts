import { expect, test } from 'vitest'
import { linkIn, linkPath } from './rules.ts'

const LINK = 'bcdfghjklmnpqrstvwxzbcdf'

test.for([LINK, ` ${LINK} `, LINK.toUpperCase(), `${LINK}\n`])('LINK-3 a link is accepted as people copy it: %j', (typed) => {
  expect(linkIn(typed)).toEqual({ id: LINK.slice(0, 14), signature: LINK.slice(14) })
})

test.for([
  '',
  LINK.slice(1),
  `${LINK}b`,
  LINK.replace('b', 'a'),
  LINK.replace('b', '9'),
  LINK.replace('b', ' '),
  '../../etc/passwd'.padEnd(24),
])('LINK-3 text that cannot be a link is refused: %j', (typed) => {
  expect(linkIn(typed)).toBeNull()
})

test('LINK-1 a link is short enough for an SMS and contains no digits, so no number', () => {
  expect(linkPath(LINK).length).toBeLessThanOrEqual(60)
  expect(linkPath(LINK)).not.toMatch(/[0-9]/)
})
