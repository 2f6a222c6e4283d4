import { expect, test } from 'vitest'
import { referenceIn } from './rules.ts'

test.for([
  ['GV95ULKNDHNBG', 'GV95ULKNDHNBG'],
  [' gv95-ulkn-dhnb-g ', 'GV95ULKNDHNBG'],
  ['GV95\u00a0ULKN DHNB G', 'GV95ULKNDHNBG'],
] as const)('FIND-1 a reference is accepted as people copy it: %j', ([typed, found]) => expect(referenceIn(typed)).toBe(found))

test.for(['', 'G', 'GV95ULKNDHNB', 'GV95ULKNDHNBGG', 'XV95ULKNDHNBG', 'GV95ULKNDHNB0', 'GV95ULKNDHNBI', '90000001', '%00', 'G'.repeat(60)])(
  'FIND-1 text that cannot be a reference is refused: %j',
  (typed) => expect(referenceIn(typed)).toBeNull(),
)
